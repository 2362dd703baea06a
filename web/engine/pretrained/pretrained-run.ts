// A run of a pretrained model on one text or image. It owns all its inputs, so that other runs do not affect it.
import { expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import type { Tensor } from '../core/tensor.js';
import { isOfSource } from '../transformer/activations.js';
import { embeddingRow } from '../transformer/model-input.js';
import { firstChange } from '../transformer/first-change.js';
import { NUM_CANDIDATES } from '../transformer/most-probable.js';
import { ModelRun } from '../transformer/model-run.js';
import { candidatesOf, type Candidate } from './candidates.js';
import { logitsWithEach } from './replaced-logits.js';
import { SAMPLING_NAMES } from './sampling.js';
import {
  computeStates,
  computeStatesByLayers,
  extendStates,
  type KnownStates,
  type StackInputs,
  type StackStates,
} from './stack-states.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { Classes } from './families/family.js';
import type { Intervention, ResolvedIntervention } from '../transformer/intervention.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';
import type { RunParts } from '../transformer/run-computation.js';
import type { ComputedRun, DecoderState } from '../transformer/run-state.js';
import type { GeneratedToken, GenerateOptions } from './generate.js';
import type { ModelParts, Target } from '../transformer/run.js';
import type { Replacement } from '../transformer/replacement.js';
import type { ModelToken } from './subword-tokenizer.js';

/** Input of a run: the tokens, types and positions that the model reads, or the patches of an image. */
export interface RunInput {
  tokens: readonly ModelToken[];
  target: readonly ModelToken[];
  /** Token type of each of the encoder's tokens; empty if all are 0. */
  types: readonly number[];
  /** Row of each encoder token in the position table; empty for consecutive rows. */
  positions: readonly number[];
  /** Image patches, [patches, patchDim], one for each token after the first, [CLS]; null for a text. */
  patches: Tensor | null;
}

export interface RunState {
  model: ModelParts;
  text: string;
  input: RunInput;
  intervention: ResolvedIntervention;
  /** Interventions of the run as the caller has passed them, before they were checked. */
  given: Intervention;
  /** Checks interventions against the model and the run's text, and converts them for the engine. */
  resolve: RunParts['resolve'];
  show: (id: number) => string;
  textOf: (ids: readonly number[]) => string;
  eosTokens: readonly number[];
  /** Maps a token id to the token's row in the loaded embedding tables. */
  rowOf: (id: number) => number;
  /** True if all layers of the model were loaded, so that it can compute logits. */
  isWhole: boolean;
  /** Classes that a classifier predicts; null for any other model. */
  classes: Classes | null;
  /**
   * Generates text that continues the run's text.
   * @param known decoder state after the run's tokens, if it can be reused
   */
  generate: (options: GenerateOptions, known: DecoderState | null) => Generator<GeneratedToken, void, void>;
}

export class PretrainedRun extends ModelRun {
  override readonly tokens: readonly ModelToken[];
  /**
   * Tokens that the decoder reads: those of the text or, in an encoder-decoder, a start token and those of the target
   * text.
   */
  readonly target: readonly ModelToken[];
  readonly #computation: TransformerComputation;
  readonly #state: RunState;
  readonly #computed: ComputedRun;
  readonly #states: StackStates;
  /**
   * Candidates for the next token after each of the first decoder tokens, taken over from another run with the same
   * prefix.
   */
  readonly #knownNext: Target['next'];
  #target: Target | null = null;
  #logits: Tensor | null = null;

  /** Internal constructor; use `model.run`. */
  constructor(
    computation: TransformerComputation,
    state: RunState,
    states: StackStates,
    knownNext: Target['next'] = [],
  ) {
    const { model, text, intervention, resolve } = state;
    const { layers } = model;
    const { encoder, decoder } = inputsOf(state, layers);
    const computed: ComputedRun = {
      intervention,
      encoder: encoder && { input: encoder, state: states.encoder! },
      // Input and state of the decoder. The function is only called if the model has a decoder.
      decoder: () => ({ input: { features: decoder!.map(embeddingRow) }, state: states.decoder! }),
    };
    super(computation, { ...computed, model, text, layers, given: state.given, resolve, tokens: state.input.tokens });
    this.#computed = computed;
    this.tokens = state.input.tokens;
    this.target = layers.decoder > 0 ? state.input.target : [];
    this.#computation = computation;
    this.#state = state;
    this.#states = states;
    this.#knownNext = knownNext;
    makeReadOnly(this);
  }

  static compute(computation: TransformerComputation, state: RunState, known?: KnownStates): PretrainedRun {
    const inputs = inputsOf(state, state.model.layers);
    return new PretrainedRun(computation, state, computeStates(computation, inputs, state.intervention, known));
  }

  /**
   * Runs the model on a text, without computing the prefix that it has in common with another run's text, unless one of
   * the runs has interventions.
   */
  static computeAfter(computation: TransformerComputation, state: RunState, before: PretrainedRun): PretrainedRun {
    const isWhole = isChanged(state) || isChanged(before.#state);
    const length = isWhole ? 0 : sharedLength(before.target, state.input.target);
    if (length === 0) return PretrainedRun.compute(computation, state);
    const { decoder } = inputsOf(state, state.model.layers);
    const known = { state: before.#states.decoder!, length };
    const states = extendStates(computation, decoder!, state.intervention, known);
    return new PretrainedRun(computation, state, states, before.#target?.next.slice(0, length));
  }

  static async computeByLayers(
    computation: TransformerComputation,
    state: RunState,
    options: AsyncOptions,
  ): Promise<PretrainedRun> {
    const inputs = inputsOf(state, state.model.layers);
    const states = await computeStatesByLayers(computation, inputs, state.intervention, options);
    return new PretrainedRun(computation, state, states);
  }

  override intervene(intervene: Intervention): PretrainedRun {
    this.#computation.live();
    const intervention = this.#state.resolve(intervene);
    const changes = [this.#state.intervention, intervention];
    return this.#changed({ ...this.#state, intervention, given: intervene ?? {} }, changes);
  }

  /**
   * Creates a run of the same input in which the given activations are replaced, too, after this run's interventions.
   * Only the computation after the first replacement is repeated.
   * @throws TypeError or RangeError that names the inapplicable replacement
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
    return this.#changed(state, [added]);
  }

  /**
   * Generates text that continues the run's text with the run's interventions, token by token, like `model.generate`.
   * Reuses the run's computation, unless there are interventions.
   * @throws TypeError or RangeError that names the option; TypeError if the model has an encoder
   */
  generate(options: Omit<GenerateOptions, 'intervene'> = {}): Generator<GeneratedToken, void, void> {
    this.#computation.live();
    if (this.layers.encoder > 0)
      throw new TypeError('generate: expected a run of a model with a decoder only, got one with an encoder');
    const given = expectOptions('options', options, ['maxTokens', ...SAMPLING_NAMES]);
    const known = isChanged(this.#state) ? null : this.#states.decoder;
    return this.#state.generate({ ...given, intervene: this.#state.given }, known);
  }

  /**
   * Creates a run of the same input with other interventions.
   * @param changes interventions; the first layer that they change is where the computation restarts
   */
  #changed(state: RunState, changes: readonly ResolvedIntervention[]): PretrainedRun {
    const known = { states: this.#states, changes, none: this.#state.resolve({}) };
    return PretrainedRun.compute(this.#computation, state, known);
  }

  /**
   * Computes the logits at a position, [vocabulary], for each replacement applied on its own in addition to this run's
   * interventions. The results are those of separate calls of `replace`, but the page is blocked for at most one layer.
   * Replacements that first differ in the same layer are computed as a batch.
   * @param replacements of layer activations: `residualPre`, `query`, `key`, `value`, `weights`, `headOutput`,
   * `attentionOutput`, `feedForwardOutput`
   * @throws TypeError or RangeError that names the inapplicable replacement; the signal's reason if aborted
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
      expectOneOf(`replacements[${at}].activation`, stepName, this.#computation.activations.batched),
    );
    yield* logitsWithEach(this.#computation, this.#computed, resolved, position, signal);
  }

  /** Output of the encoder or, in a decoder-only model, of the decoder, [tokens, embedDim]. */
  get output(): Tensor {
    return this.#states.encoder?.output ?? this.#states.decoder!.output;
  }

  /**
   * Logits, [tokens, vocabulary], of the token that follows each decoder token or, with a masked-token head, of the
   * token at each encoder position. For a classifier, the logits of the classes of the image or text, [1, classes].
   * @throws TypeError if the model has no logits, or was loaded in part
   */
  get logits(): Tensor {
    const { isWhole, classes } = this.#state;
    if (!isWhole) throw new TypeError('this model was loaded in part, and has no logits');
    if (classes && !this.#states.decoder) return this.#classLogits(classes);
    if (this.model.description!.encoder?.outputTransformDim !== undefined) return this.activation('encoder.logits');
    this.#expectDecoder();
    const logits = (this.#logits ??= this.activation('decoder.logits'));
    return classes ? rowOf(logits, tokenOf(this.target, classes)) : logits;
  }

  /**
   * Most probable tokens after a decoder token, in descending order of probability. For token 0 of a classifier, the
   * most probable classes.
   * @param token position of the decoder token, counted from 0
   */
  candidates(token: number, count = 5): Candidate[] {
    const { data, shape } = this.logits;
    const [tokens, vocabulary] = shape as [number, number];
    expectWholeNumber('token', token, 0, tokens - 1);
    expectWholeNumber('count', count, 1, vocabulary);
    return candidatesOf(data.subarray(token * vocabulary, (token + 1) * vocabulary), count, this.#state.show);
  }

  /**
   * The decoder's input tokens, and the candidates for the next token after each of them; null if the model has no
   * decoder.
   */
  override decode(): Target | null {
    if (!this.#states.decoder) return null;
    return (this.#target ??= this.#describeTarget());
  }

  #describeTarget(): Target {
    const { layers, target } = this;
    const { eosTokens, show, textOf, isWhole, classes } = this.#state;
    const known = this.#knownNext;
    const logits = isWhole && !classes ? this.#logitsFrom(known.length) : null;
    const rest = target.slice(known.length).map((_, row) => {
      if (!logits) return [];
      const vocabulary = logits.shape[1]!;
      const ofToken = logits.data.subarray(row * vocabulary, (row + 1) * vocabulary);
      return candidatesOf(ofToken, Math.min(NUM_CANDIDATES, vocabulary), show).map(({ id, text, probability }) => ({
        text: eosTokens.includes(id) ? '' : text,
        probability,
      }));
    });
    const next = [...known, ...rest];
    const text = layers.encoder > 0 ? textOf(target.map(({ id }) => id)) : this.text;
    return { language: null, text, tokens: target, next };
  }

  /** Logits of the next token after each decoder token from index `first` on, [tokens, vocabulary]. */
  #logitsFrom(first: number): Tensor {
    if (first === 0) return this.logits;
    return this.activation('decoder.logits', { tokens: this.target.map((_, token) => token).slice(first) });
  }

  /** Logits of the classes of an encoder that classifies its input, [1, classes]. */
  #classLogits(classes: Classes): Tensor {
    return this.activation('encoder.logits', { tokens: [tokenOf(this.tokens, classes)] });
  }

  #expectDecoder(): void {
    if (!this.#states.decoder) throw new TypeError('this model has an encoder only, which has no logits');
  }
}

/** True if a run's interventions change the computation of its decoder. */
function isChanged({ model, intervention, resolve }: RunState): boolean {
  return firstChange('decoder', [intervention], resolve({}), model.layers.decoder, intervention).layer < Infinity;
}

/**
 * Number of first tokens that two texts have in common. The last token of the second text is never counted, since it
 * must be computed.
 */
function sharedLength(one: readonly ModelToken[], other: readonly ModelToken[]): number {
  const differs = other.findIndex(({ id }, at) => one[at]?.id !== id);
  return differs < 0 ? other.length - 1 : differs;
}

function inputsOf({ input, rowOf }: RunState, layers: ModelParts['layers']): StackInputs {
  const { tokens, target, types, positions, patches } = input;
  const text = { features: tokens.map(({ id }) => embeddingRow(rowOf(id))), types, positions };
  const image = patches && { features: [embeddingRow(0)], patches }; // the patches follow the token [CLS]
  return {
    encoder: layers.encoder > 0 ? (image ?? text) : null,
    decoder: layers.decoder > 0 ? target.map(({ id }) => rowOf(id)) : null,
  };
}

/**
 * Index of the token whose logits classify the text: the last one that is not padding, or the first if all are padding.
 */
function tokenOf(tokens: readonly ModelToken[], { token, padding }: Classes): number {
  const last = token === 'last' ? tokens.findLastIndex(({ id }) => id !== padding) : 0;
  return Math.max(last, 0);
}

/** Copies one row of a matrix into a matrix of one row. */
function rowOf({ data, shape: [, columns] }: Tensor, row: number): Tensor {
  return { data: data.slice(row * columns!, (row + 1) * columns!), shape: [1, columns!] };
}
