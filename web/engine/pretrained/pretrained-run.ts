// A run of a pretrained model on one text. It owns all its inputs, so that other runs do not affect it.
import { expectOneOf, expectWholeNumber } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import type { Tensor } from '../core/tensor.js';
import { isOfSource } from '../transformer/activations.js';
import { firstChange } from '../transformer/first-change.js';
import { embeddingRow } from '../transformer/model-input.js';
import { logSumExp, mostProbable, NUM_CANDIDATES } from '../transformer/most-probable.js';
import { ModelRun } from '../transformer/model-run.js';
import { BATCHED, logitsWithEach } from './replaced-logits.js';
import type { Classes } from './families/family.js';
import type { Intervention, ResolvedIntervention } from '../transformer/intervention.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';
import type { RunParts } from '../transformer/run-computation.js';
import type { ComputedRun, DecoderState, EncoderState, StackInput, StackState } from '../transformer/run-state.js';
import type { ModelParts, Target, TokenCandidate } from '../transformer/run.js';
import type { Replacement } from '../transformer/replacement.js';
import type { ModelToken } from './subword-tokenizer.js';

/** Input of a model. */
export interface RunInput {
  tokens: readonly ModelToken[];
  /** The decoder's tokens. */
  target: readonly ModelToken[];
  /** Types of the encoder's tokens; none: all 0. */
  types: readonly number[];
  /** Rows of the table of positions, one for each token of the encoder; none: in order. */
  positions: readonly number[];
  /** The patches of an image, which are the tokens but for the first, [patches, patchDim]; null: a text. */
  patches: Tensor | null;
}

interface RunState {
  model: ModelParts;
  text: string;
  input: RunInput;
  intervention: ResolvedIntervention;
  /** The same as it was given. */
  given: Intervention;
  /** Checks an intervention for this text. */
  resolve: RunParts['resolve'];
  /** A token as text. */
  show: (id: number) => string;
  /** The text of tokens. */
  textOf: (ids: readonly number[]) => string;
  /** The tokens that end a text. */
  eosTokens: readonly number[];
  /** The row of a token in the embedding tables. */
  rowOf: (id: number) => number;
  /** True if no layers were left out, so that the logits predict the next token. */
  isWhole: boolean;
  /** The classes that it tells; null: it tells what follows, or nothing. */
  classes: Classes | null;
}

/** A token that may follow. */
export interface Candidate extends TokenCandidate {
  id: number;
}

export class PretrainedRun extends ModelRun {
  override readonly tokens: readonly ModelToken[];
  /** The tokens in the decoder: those of the text, or for an encoder-decoder a start token and the target's. */
  readonly target: readonly ModelToken[];
  /** The interventions that it was computed with. */
  readonly intervention: Intervention;
  readonly #computation: TransformerComputation;
  readonly #state: RunState;
  readonly #computed: ComputedRun;
  readonly #encoder: EncoderState | null;
  readonly #decoder: DecoderState | null;
  #target: Target | null = null;
  #logits: Tensor | null = null;

  /**
   * Not for direct use: `model.run`.
   * @param before a run of the same input with other interventions
   * @param changes the interventions that begin where the two runs begin to differ
   */
  constructor(
    computation: TransformerComputation,
    state: RunState,
    before?: PretrainedRun,
    changes: readonly ResolvedIntervention[] = [],
  ) {
    const { model, text, intervention, resolve } = state;
    const { layers } = model;
    const known = before ? { encoder: before.#encoder, decoder: before.#decoder } : null;
    const restart = <State extends StackState>(stack: 'encoder' | 'decoder', of?: State | null) => {
      if (!before || !of) return undefined;
      return { ...firstChange(stack, changes, resolve({}), layers[stack]), state: of };
    };
    // 1. The encoder
    const input = inputOfEncoder(state);
    const encoder =
      layers.encoder > 0 ? computation.encode(input, intervention, restart('encoder', known?.encoder)) : null;
    // 2. The decoder, whose every token reads the encoder's output
    const ids = state.input.target.map(({ id }) => state.rowOf(id));
    const begun = encoder === known?.encoder ? restart('decoder', known?.decoder) : undefined;
    const decoder = layers.decoder > 0 ? computation.decodeAll(ids, encoder, intervention, begun) : null;
    const computed: ComputedRun = {
      intervention,
      encoder: encoder && { input, state: encoder },
      decoder: () => ({ input: { features: ids.map(embeddingRow) }, state: decoder! }), // read where the model has one
    };
    super(computation, { ...computed, model, text, layers, resolve, tokens: state.input.tokens });
    this.#computed = computed;
    this.tokens = state.input.tokens;
    this.target = layers.decoder > 0 ? state.input.target : [];
    this.intervention = state.given;
    this.#computation = computation;
    this.#state = state;
    this.#encoder = encoder;
    this.#decoder = decoder;
    makeReadOnly(this);
  }

  override intervene(intervene: Intervention): PretrainedRun {
    this.#computation.live();
    const intervention = this.#state.resolve(intervene);
    const changes = [this.#state.intervention, intervention];
    return new PretrainedRun(
      this.#computation,
      { ...this.#state, intervention, given: intervene ?? {} },
      this,
      changes,
    );
  }

  /**
   * A run of the same input with these activations replaced besides this run's interventions, after which they come. Only
   * what follows the first of them is computed.
   * @throws TypeError or RangeError that names what cannot apply
   */
  replace(replacements: readonly Replacement[]): PretrainedRun {
    this.#computation.live();
    const { intervention, given, resolve } = this.#state;
    const added = resolve({ replace: replacements });
    const state = {
      ...this.#state,
      intervention: { ...intervention, replacements: [...intervention.replacements, ...added.replacements] },
      given: { ...given, replace: [...(given.replace ?? []), ...replacements] },
    };
    return new PretrainedRun(this.#computation, state, this, [added]);
  }

  /**
   * The logits at a position, [vocabulary], with each of these activations replaced by itself besides this run's interventions:
   * as `replace` gives them one at a time, without blocking for longer than a layer takes. What begins to differ in the same
   * layer is computed as a batch.
   * @param replacements of layers: `residualPre`, `query`, `key`, `value`, `weights`, `headOutput`, `attentionOutput`, `feedForwardOutput`
   * @throws TypeError or RangeError that names what cannot apply; the signal's reason if aborted
   */
  async *logitsWithEach(
    replacements: readonly Replacement[],
    { position, signal }: { position: number; signal?: AbortSignal | undefined },
  ): AsyncGenerator<Float32Array> {
    const logits = this.#computation.activations.logits;
    if (!logits) throw new TypeError('logitsWithEach: expected a model with logits, got one without an output layer');
    const { length } = isOfSource(logits) ? this.tokens : this.target;
    expectWholeNumber('position', position, 0, length - 1);
    const resolved = this.#state.resolve({ replace: replacements }).replacements;
    resolved.forEach(({ activation: { stepName } }, at) =>
      expectOneOf(`replacements[${at}].activation`, stepName, BATCHED),
    );
    yield* logitsWithEach(this.#computation, this.#computed, resolved, position, signal);
  }

  /** The output of the encoder, [tokens, embedDim]; of a model with a decoder only, of the decoder. */
  get output(): Tensor {
    return this.#encoder?.output ?? this.#decoder!.output;
  }

  /**
   * The logits of what follows each token of the decoder, or of what stands in the place of each token of an encoder with a
   * head for masked tokens, [tokens, vocabulary]; of a classifier, of the classes of the image or the text, [1, classes].
   * @throws TypeError if the model has no logits, or was loaded in part
   */
  get logits(): Tensor {
    const { isWhole, classes } = this.#state;
    if (!isWhole) throw new TypeError('this model was loaded in part, and has no logits');
    if (classes && !this.#decoder) return this.#classLogits(classes);
    if (this.model.description!.encoder?.outputTransformDim !== undefined) return this.activation('encoder.logits');
    this.#expectDecoder();
    const logits = (this.#logits ??= this.activation('decoder.logits'));
    return classes ? rowOf(logits, tokenOf(this.target, classes)) : logits;
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

  /** The decoder's input, and the candidates after each of its tokens; null if the model has an encoder only. */
  override decode(): Target | null {
    if (!this.#decoder) return null;
    return (this.#target ??= this.#describeTarget());
  }

  #describeTarget(): Target {
    const { layers, target } = this;
    const { eosTokens, show, textOf, isWhole, classes } = this.#state;
    const count = isWhole && !classes ? Math.min(NUM_CANDIDATES, this.logits.shape[1]!) : 0;
    const candidates = (token: number) => (count > 0 ? this.candidates(token, count) : []);
    const next = target.map((_, token) =>
      candidates(token).map(({ id, probability }) => ({
        text: eosTokens.includes(id) ? '' : show(id),
        probability,
      })),
    );
    const text = layers.encoder > 0 ? textOf(target.map(({ id }) => id)) : this.text;
    return { language: null, text, tokens: target, next };
  }

  /** [1, classes], of an encoder. */
  #classLogits(classes: Classes): Tensor {
    return this.activation('encoder.logits', { tokens: [tokenOf(this.tokens, classes)] });
  }

  #expectDecoder(): void {
    if (!this.#decoder) throw new TypeError('this model has an encoder only, which has no logits');
  }
}

function inputOfEncoder({ input: { tokens, types, positions, patches }, rowOf }: RunState): StackInput {
  if (patches) return { features: [embeddingRow(0)], patches }; // after [CLS]
  return { features: tokens.map(({ id }) => embeddingRow(rowOf(id))), types, positions };
}

/** The token whose logits are those of the classes; of padding alone the first. */
function tokenOf(tokens: readonly ModelToken[], { token, padding }: Classes): number {
  const last = token === 'last' ? tokens.findLastIndex(({ id }) => id !== padding) : 0;
  return Math.max(last, 0);
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
