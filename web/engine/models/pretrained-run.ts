// One text through a pretrained model. A run owns everything that it is computed from, so that other runs do not affect it.
import { expectOneOf, expectWholeNumber } from '../core/checks.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { embeddingRow } from '../model/model-input.js';
import { logSumExp, mostProbable, NUM_CANDIDATES } from '../model/most-probable.js';
import { RunTraces } from '../model/run-traces.js';
import type { WordFeatures } from '../../text/word-features.js';
import type { Classifier } from './classifier.js';
import type { TextClasses } from './families/family.js';
import type { AttentionType } from '../model/head-ref.js';
import type { Intervention, ResolvedIntervention } from '../model/intervention.js';
import type { Decoding, TransformerComputation } from '../model/transformer-computation.js';
import type { DecoderState, EncoderState } from '../model/attention-input.js';
import type { HeadTrace, LayerTrace, Run, Target, TokenCandidate } from '../model/run.js';
import type { ModelToken } from './subword-tokenizer.js';

/** What goes into a model. */
export interface RunInput {
  tokens: readonly ModelToken[];
  /** The decoder's tokens. */
  target: readonly ModelToken[];
  /** Of the encoder's tokens; none: all 0. */
  types: readonly number[];
  /** Of the encoder's tokens, their rows of the table of positions; none: in order. */
  positions: readonly number[];
  /** The patches of an image, which are the tokens but for the first, [patches, patchDim]; null: a text. */
  patches: Tensor | null;
}

interface RunState {
  model: { layers: Readonly<Record<AttentionType, number>>; numHeads: number };
  text: string;
  input: RunInput;
  intervention: ResolvedIntervention;
  /** Checks an intervention for this text. */
  resolve: (intervene: Intervention) => ResolvedIntervention;
  /** A token as text. */
  show: (id: number) => string;
  /** The text of tokens. */
  textOf: (ids: readonly number[]) => string;
  /** The tokens that end a text. */
  end: readonly number[];
  /** The row of a token in the embedding tables. */
  rowOf: (id: number) => number;
  /** Whether all of the model is there, so that its logits are those of what follows. */
  isWhole: boolean;
  classifier: Classifier | null;
  /** The classes of texts that a decoder tells; null: it tells what follows. */
  classes: TextClasses | null;
}

/** A token that may follow. */
export interface Candidate extends TokenCandidate {
  id: number;
}

export class PretrainedRun implements Run {
  readonly text: string;
  readonly trained = true;
  /** The tokens of the text. */
  readonly tokens: readonly ModelToken[];
  /** The tokens in the decoder: those of the text, or for an encoder-decoder a start token and the target's. */
  readonly target: readonly ModelToken[];
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  readonly numHeads: number;
  /** The factor of the scores. */
  readonly scale: number;
  readonly #computation: TransformerComputation;
  readonly #state: RunState;
  readonly #encoder: EncoderState | null;
  readonly #decoder: { output: Tensor; logits: Tensor; state: DecoderState } | null;
  readonly #traces: RunTraces;
  #target: Target | null = null;

  /** Not for direct use: `model.run`. */
  constructor(computation: TransformerComputation, state: RunState) {
    const { model, input, intervention } = state;
    this.text = state.text;
    this.tokens = input.tokens;
    this.target = model.layers.decoder > 0 ? input.target : [];
    this.layers = model.layers;
    this.numHeads = model.numHeads;
    this.scale = intervention.scale;
    this.#computation = computation;
    this.#state = state;
    this.#encoder = model.layers.encoder > 0 ? this.#encode() : null;
    this.#decoder = model.layers.decoder > 0 ? this.#decode() : null;
    const decoder = () => this.#decoded().state;
    this.#traces = new RunTraces(computation, { ...state, layers: model.layers, encoder: this.#encoder, decoder });
  }

  /** The output of the encoder, [tokens, embedDim]; of a model with a decoder only, of the decoder. */
  get output(): Tensor {
    return this.#encoder?.output ?? this.#decoder!.output;
  }

  /**
   * The logits of what follows each token of the decoder, [tokens, vocabulary], or, of a classifier, of the classes of the image
   * or the text, [1, classes].
   * @throws TypeError if the model has neither a decoder nor a classifier, or was loaded in part
   */
  get logits(): Tensor {
    const { isWhole, classifier, classes } = this.#state;
    if (!isWhole) throw new TypeError('this model was loaded in part, and has no logits');
    if (classifier) return classifier.logits(this.output);
    const { logits } = this.#decoded();
    return classes ? rowOf(logits, lastToken(this.target, classes)) : logits;
  }

  /**
   * The most probable tokens after one of the decoder's, or, of token 0 and a classifier, the most probable classes; in
   * descending order.
   * @param token counted from 0
   */
  candidates(token: number, count = 5): Candidate[] {
    const { data, shape } = this.logits;
    const [tokens, vocabulary] = shape as [number, number];
    expectWholeNumber('token', token, 0, tokens - 1);
    expectWholeNumber('count', count, 1, vocabulary);
    return candidatesOf(data.subarray(token * vocabulary, (token + 1) * vocabulary), count, this.#state.show);
  }

  /** What the decoder was given, and what may follow each of its tokens; null if the model has an encoder only. */
  decode(): Target | null {
    if (!this.#decoder) return null;
    return (this.#target ??= this.#describeTarget());
  }

  /** The row of the embedding table of each token of the encoder's or the decoder's input. */
  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] | null {
    const isOfEncoder = expectOneOf('attention', attention, ['encoder', 'decoder']) === 'encoder';
    if (this.#state.input.patches) return null;
    return (isOfEncoder ? this.tokens : this.target).map(({ id }) => embeddingRow(this.#state.rowOf(id)));
  }

  /**
   * Every step of one layer's attention.
   * @param intervene interventions in this attention alone, in place of the run's: its inputs stay those of the run
   */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    return this.#traces.layer(attention, layer, intervene);
  }

  /** The weights of all heads of one layer, [heads, queries, keys]. */
  attention(attention: AttentionType, layer: number): Tensor {
    return copyOf(this.layer(attention, layer).weights);
  }

  /** Every step of one head. */
  trace(attention: AttentionType, layer: number, head: number): HeadTrace {
    return this.layer(attention, layer).head(head);
  }

  #describeTarget(): Target {
    const { layers, target } = this;
    const { end, show, textOf, isWhole, classes } = this.#state;
    const count = isWhole && !classes ? Math.min(NUM_CANDIDATES, this.logits.shape[1]!) : 0;
    const candidates = (token: number) => (count > 0 ? this.candidates(token, count) : []);
    const next = target.map((_, token) =>
      candidates(token).map(({ id, probability }) => ({
        text: end.includes(id) ? '' : show(id),
        probability,
      })),
    );
    const text = layers.encoder > 0 ? textOf(target.map(({ id }) => id)) : this.text;
    return { language: null, text, tokens: target, next };
  }

  #encode(): EncoderState {
    const { input, intervention } = this.#state;
    const rows = input.patches ? [embeddingRow(0)] : this.embeddingRows('encoder')!; // [CLS] alone
    return this.#computation.encode(rows, intervention, input);
  }

  #decode(): { output: Tensor; logits: Tensor; state: DecoderState } {
    const { input, intervention } = this.#state;
    const decoding: Decoding = { encoder: this.#encoder, intervention, ids: [] };
    const ids = input.target.map(({ id }) => this.#state.rowOf(id));
    const data = this.#computation.decode(decoding, ids, ids.length).slice();
    const output = this.#computation.decoderOutput(ids.length);
    const logits = { data, shape: [ids.length, data.length / ids.length] };
    return { output, logits, state: this.#computation.decoderState(decoding) };
  }

  #decoded(): { logits: Tensor; state: DecoderState } {
    if (!this.#decoder) throw new TypeError('this model has an encoder only, which has no logits');
    return this.#decoder;
  }
}

/** The last token that is no padding; the first of padding alone. */
function lastToken(tokens: readonly ModelToken[], { padding }: TextClasses): number {
  return Math.max(
    tokens.findLastIndex(({ id }) => id !== padding),
    0,
  );
}

/** A row of a matrix, as a matrix. */
function rowOf({ data, shape: [, columns] }: Tensor, row: number): Tensor {
  return { data: data.slice(row * columns!, (row + 1) * columns!), shape: [1, columns!] };
}

/** The most probable tokens by their logits, [vocabulary]. */
export function candidatesOf(
  logits: Float32Array,
  count: number,
  show: (id: number) => string,
  normalizer = logSumExp(logits),
): Candidate[] {
  return mostProbable(logits, count, undefined, normalizer).map(({ id, logProbability }) => ({
    id,
    text: show(id),
    probability: Math.exp(logProbability),
  }));
}
