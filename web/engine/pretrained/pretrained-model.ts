// A pretrained model of any supported family, such as Llama or BERT.
import { describe, expectArray, expectOptions, expectString, expectWholeNumber, isArray } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { resolveIntervention, type Intervention, type ResolvedIntervention } from '../transformer/intervention.js';
import { generate, type GeneratedToken, type GenerateOptions } from './generate.js';
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { PretrainedRun, type RunInput, type RunState } from './pretrained-run.js';
import { showToken } from './token-name.js';
import type { Model } from '../transformer/model.js';
import type { Run } from '../transformer/run.js';
import { hookOf } from './transformer-lens.js';
import type { FamilyModel } from './families/family.js';
import type { FamilyName } from './families/index.js';
import type { ImageFormat } from './patches.js';
import type { ImageInput, ImageTokenizer } from './image-tokenizer.js';
import type { ModelInput, ModelToken, SubwordTokenizer } from './subword-tokenizer.js';
import type { ActivationInfo } from '../transformer/activations.js';
import type { AttentionRef } from '../transformer/model-context.js';
import type { AttentionType } from '../transformer/head-ref.js';
import type { HeadDescription } from '../transformer/model-config.js';
import type { ParameterInfo } from '../parameters/parameter-info.js';
import type { Tensor } from '../core/tensor.js';
import type { KeptPrecision } from '../parameters/load-parameters.js';
import type { TransformerDescription } from '../transformer/description.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';
import type { DecoderState } from '../transformer/run-state.js';
import type { FileOrigin } from './weights-origin.js';

/** An earlier run of the same model, whose computation a later run can reuse. */
export type EarlierRun = Pick<Run, 'text' | 'tokens'>;

/** Options of the method `run` of a pretrained model. */
export interface PretrainedRunOptions {
  /** Input of the decoder of an encoder-decoder: a text, or token ids, without the start token that the model adds. */
  target?: ModelInput;
  /** Token type of each token, such as BERT's 0 and 1 for two sentences. Default: all 0. */
  tokenTypes?: readonly number[];
  /** Interventions in the model's computation, in every layer unless their scope is limited. Default: none. */
  intervene?: Intervention;
  /**
   * An earlier run of the same decoder-only model on another text, whose computation for the common prefix is reused
   * unless one of the runs has interventions. Results are equal up to rounding.
   */
  after?: EarlierRun;
}

const RUN_OPTIONS = ['target', 'tokenTypes', 'intervene'] as const;

/** Parts that a model is constructed from, apart from its weights. */
export interface PretrainedParts {
  tokenizer?: SubwordTokenizer | null;
  /** Converter from images to the model's input; null for a model that reads text. */
  images?: ImageTokenizer | null;
  heads?: readonly HeadDescription[];
  /** Maps a token id to the token's row in the loaded embedding tables; null if all rows were loaded. */
  rowOf?: ((id: number) => number | undefined) | null;
  precision?: KeptPrecision;
  files?: readonly FileOrigin[];
}

/** A model with published weights, loaded by `engine.loadPretrained`, or with trained weights, from `trainer.model`. */
export class PretrainedModel implements Model {
  readonly trained = true;
  /** Name of the model family in config.json; 'spotlight' for a trainer's model. */
  readonly family: FamilyName;
  readonly embedDim: number;
  /** Number of query heads in each attention layer. */
  readonly numHeads: number;
  /** Number of layers with each type of attention: encoder, decoder and cross-attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** Maximum length of a text that the model reads, in tokens. */
  readonly contextLength: number;
  /** Format of the images that the model reads; null if it reads text. */
  readonly image: ImageFormat | null;
  /** Class names of an image or text classifier; empty if the model is not a classifier. */
  readonly labels: readonly string[];
  /**
   * Descriptions of the heads with their measured properties, if config.json contains them, as that of the story model
   * does.
   */
  readonly heads: readonly HeadDescription[];
  /** Precision of the weight matrices in memory. */
  readonly precision: KeptPrecision;
  /** Files that the model was loaded from; empty for a trainer's model. */
  readonly files: readonly FileOrigin[];
  /** Files among `files` that contain weights. */
  readonly weights: readonly FileOrigin[];
  readonly #activations: readonly ActivationInfo[];
  readonly #computation: TransformerComputation;
  readonly #parts: FamilyModel;
  readonly #tokenizer: SubwordTokenizer | null;
  readonly #images: ImageTokenizer | null;
  /** Maps a token id to the token's row in the loaded embedding tables; undefined if that row was not loaded. */
  readonly #rowOf: (id: number) => number | undefined;
  readonly #isWhole: boolean;

  /** Internal constructor; use `engine.loadPretrained`. */
  constructor(
    family: FamilyName,
    computation: TransformerComputation,
    parts: FamilyModel,
    { tokenizer = null, images = null, heads = [], rowOf = null, ...kept }: PretrainedParts = {},
  ) {
    const { embedDim, encoder, decoder } = computation.description;
    this.family = family;
    this.embedDim = embedDim;
    this.numHeads = (encoder ?? decoder)!.numHeads;
    const cross = decoder?.hasCrossAttention === true ? decoder.layers : 0;
    this.layers = { encoder: encoder?.layers ?? 0, decoder: decoder?.layers ?? 0, cross };
    this.contextLength = parts.contextLength;
    this.image = images?.format ?? null;
    this.labels = parts.classes?.labels ?? [];
    this.heads = heads.filter(({ attention, layer }) => layer < this.layers[attention]);
    this.precision = kept.precision ?? 'float32';
    this.files = kept.files ?? [];
    this.weights = this.files.filter(({ kind }) => kind === 'weights');
    const hooked = (info: ActivationInfo) => ({
      ...info,
      transformerLens: hookOf(family, computation.description, info.name),
    });
    this.#activations = Object.freeze(computation.activations.list.map((info) => Object.freeze(hooked(info))));
    this.#computation = computation;
    this.#parts = parts;
    this.#tokenizer = tokenizer;
    this.#images = images;
    this.#isWhole = rowOf === null;
    this.#rowOf = rowOf ?? ((id) => id);
    makeReadOnly(this);
  }

  /** Splits a text of any length into tokens, with their positions in the text. */
  tokenize(text: string): ModelToken[] {
    this.#computation.live();
    return this.#encode('text', text);
  }

  /**
   * Text of the token with the given id, as in a run's tokens and `candidates`; for a classifier, the name of the
   * class.
   * @throws RangeError that names the id
   */
  tokenText(id: number): string {
    const { decoder, encoder } = this.#parts.description;
    const count = this.labels.length > 0 ? this.labels.length : (decoder ?? encoder)!.vocabulary;
    return this.#textOf(expectWholeNumber('id', id, 0, count - 1));
  }

  /**
   * Runs the model on a text, on token ids, or, for a vision model, on an image. The attention of any layer can then be
   * read.
   * @throws TypeError or RangeError that names the argument
   */
  run(input: ModelInput | ImageInput, options?: PretrainedRunOptions): PretrainedRun {
    const { after, ...given } = expectOptions('options', options, [...RUN_OPTIONS, 'after']);
    const state = this.#runState(input, given);
    if (after === undefined) return PretrainedRun.compute(this.#computation, state);
    return PretrainedRun.computeAfter(this.#computation, state, this.#expectRun('after', after));
  }

  /**
   * Same as `run`, but computes one layer at a time, so that the page is blocked for at most one layer. Results are
   * equal up to rounding.
   * @throws TypeError or RangeError that names the argument; the signal's reason if aborted
   */
  async runAsync(
    input: ModelInput | ImageInput,
    options: Omit<PretrainedRunOptions, 'after'> & AsyncOptions = {},
  ): Promise<PretrainedRun> {
    const { signal, onProgress, ...given } = expectOptions('options', options, [
      ...RUN_OPTIONS,
      'signal',
      'onProgress',
    ]);
    const asyncOptions = checkAsyncOptions({ signal, onProgress });
    return PretrainedRun.computeByLayers(this.#computation, this.#runState(input, given), asyncOptions);
  }

  #expectRun(name: string, run: unknown): PretrainedRun {
    if (this.layers.encoder > 0) throw new TypeError(`${name}: expected none for a model with an encoder, got one`);
    if (run instanceof PretrainedRun && run.model === this) return run;
    throw new TypeError(`${name}: expected a run of this model, got ${describe(run)}`);
  }

  #runState(input: ModelInput | ImageInput, { target, tokenTypes = [], intervene }: PretrainedRunOptions): RunState {
    const { encoder } = this.description;
    const images = this.#images;
    const patches = images?.read(input) ?? null;
    const tokens = images?.patches.tokens ?? this.#tokensOf('text', input);
    const decoded = target === undefined ? [] : this.#tokensOf('target', target, 1);
    if (target !== undefined && this.layers.cross === 0) {
      throw new TypeError('target: expected none for a model that is not an encoder-decoder, got one');
    }
    const types = expectArray('tokenTypes', tokenTypes, tokens.length).map((type, index) =>
      expectWholeNumber(`tokenTypes[${index}]`, type, 0, (encoder?.tokenTypes ?? 1) - 1),
    );
    if (types.length > 0 && types.length !== tokens.length) {
      throw new RangeError(`tokenTypes: expected ${tokens.length}, one for each token, got ${types.length}`);
    }
    const inDecoder = this.layers.cross > 0 ? [this.#start(), ...decoded] : tokens;
    const positions = this.#parts.positionsOf?.(tokens.map(({ id }) => id)) ?? [];
    const runInput: RunInput = { tokens, target: inDecoder, types, positions, patches };
    const resolve = (value: unknown, only?: AttentionRef) =>
      this.#resolve(tokens.length, inDecoder.length, value, only);
    const tokenizer = this.#tokenizer;
    const textOf = (ids: readonly number[]) => tokenizer?.decode(ids) ?? '';
    return {
      model: this,
      input: runInput,
      intervention: resolve(intervene),
      resolve,
      textOf,
      given: intervene ?? {},
      text: images?.patches.text ?? (typeof input === 'string' ? input : textOf(input as readonly number[])),
      show: (id) => this.#textOf(id),
      classes: this.#parts.classes ?? null,
      eosTokens: this.#parts.eosTokens ?? [],
      rowOf: (id) => this.#rowOf(id)!,
      isWhole: this.#isWhole,
      generate: (options, known) => this.#generate(tokens, options, known),
    };
  }

  /**
   * Generates text token by token until the model ends it: continues the text or, with an encoder-decoder, translates
   * it.
   * @throws TypeError or RangeError that names the argument
   */
  generate(text: ModelInput, options?: GenerateOptions): Generator<GeneratedToken, void, void> {
    this.#expectLanguageModel();
    return this.#generate(this.#tokensOf('text', text), options, null);
  }

  /**
   * Generates text that continues the given tokens.
   * @param known decoder state after the tokens, if it was already computed
   */
  #generate(
    tokens: readonly ModelToken[],
    options: GenerateOptions | undefined,
    known: DecoderState | null,
  ): Generator<GeneratedToken, void, void> {
    this.#expectLanguageModel();
    const isTranslated = this.layers.cross > 0;
    return generate(this.#computation, {
      source: isTranslated ? tokens.map(({ id }) => id) : null,
      prompt: isTranslated ? [this.#start().id] : tokens.map(({ id }) => id),
      resolve: (value) => this.#resolve(tokens.length, this.contextLength, value),
      contextLength: this.contextLength,
      layers: this.layers,
      forcedBosToken: this.#parts.forcedBosToken ?? null,
      suppressedTokens: this.#parts.suppressedTokens ?? [],
      eosTokens: this.#parts.eosTokens ?? [],
      tokenizer: this.#tokenizer,
      options,
      known,
    });
  }

  #expectLanguageModel(): void {
    this.#computation.live();
    if (!this.description.decoder) throw new TypeError('this model has an encoder only, which generates no text');
    if (this.#parts.classes)
      throw new TypeError('generate: expected a model with a language model head, got one that classifies texts');
    if (!this.#isWhole) throw new TypeError('this model was loaded in part, and generates no text');
  }

  /** Description of the model's layers for the C++ code. */
  get description(): TransformerDescription {
    return this.#computation.description;
  }

  /** All activations in order of computation. `run.activation` reads them, and `intervene.replace` replaces them. */
  get activations(): readonly ActivationInfo[] {
    return this.#activations;
  }

  /** Names and shapes of all parameters of the model, by the engine's names. */
  get parameters(): readonly ParameterInfo[] {
    return this.#computation.parameters;
  }

  /**
   * Copy of a parameter in float32, such as 'encoder.0.self_attention.query.weight'.
   * @param rows rows of a matrix, or elements of a vector, to read, in ascending order; default: all
   * @throws RangeError that names the most similar parameters, or the invalid row
   */
  parameter(name: string, rows?: readonly number[]): Tensor {
    return this.#computation.parameter(name, rows);
  }

  /** Frees the model's memory. Any later use throws an Error. */
  dispose(): void {
    this.#computation.dispose();
  }

  #textOf(id: number): string {
    return this.labels[id] ?? showToken(this.#tokenizer, id);
  }

  #start(): ModelToken {
    const id = this.#parts.decoderStart ?? null;
    if (id === null) throw new TypeError('config.decoder_start_token_id: expected a token, got none');
    return { id, text: showToken(this.#tokenizer, id), start: 0, end: 0 };
  }

  #resolve(seqLen: number, maxTarget: number, value: unknown, only: AttentionRef | null = null): ResolvedIntervention {
    const { description, layers } = this;
    const { activations } = this.#computation;
    return resolveIntervention(value, { description, layers, activations, seqLen, maxTarget, only });
  }

  /**
   * Checks the caller's text or token ids, and returns the tokens.
   * @param reserved number of further tokens in the context, which the model adds
   */
  #tokensOf(name: string, value: unknown, reserved = 0): ModelToken[] {
    const tokens = isArray(value) ? this.#given(name, value) : this.#encode(name, value);
    if (tokens.length === 0) throw new RangeError(`${name}: expected at least one token, got none`);
    const most = this.contextLength - reserved;
    if (tokens.length > most) throw new RangeError(`${name}: expected at most ${most} tokens, got ${tokens.length}`);
    const missing = tokens.find(({ id }) => this.#rowOf(id) === undefined);
    if (!missing) return tokens;
    const shown = describe(this.#tokenizer ? missing.text : missing.id);
    throw new RangeError(`${name}: expected tokens of the text that the model was loaded for, got ${shown}`);
  }

  #given(name: string, ids: unknown): ModelToken[] {
    const { encoder, decoder } = this.#parts.description;
    return expectArray(name, ids).map((each, index) => {
      const id = expectWholeNumber(`${name}[${index}]`, each, 0, (encoder ?? decoder)!.vocabulary - 1);
      return { id, text: showToken(this.#tokenizer, id), start: 0, end: 0 };
    });
  }

  #encode(name: string, text: unknown): ModelToken[] {
    if (this.#images) throw new TypeError('this model reads images, and no texts');
    const checked = expectString(name, text);
    if (!this.#tokenizer) {
      throw new TypeError(`${name}: expected the ids of tokens: the model was loaded without a tokenizer; got a text`);
    }
    return this.#tokenizer.encode(checked);
  }
}
