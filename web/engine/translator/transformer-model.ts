// The default model: a trained encoder-decoder Transformer, which translates between Chinese and English.
import { expectOptions, expectWholeNumber } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { beamSearch } from './beam-search.js';
import { resolveIntervention, type Intervention, type ResolvedIntervention } from '../transformer/intervention.js';
import { embeddingRow, MAX_TOKENS, tokenizeChecked } from '../transformer/model-input.js';
import { mostProbable, NUM_CANDIDATES, sumOfLogProbabilities, suppress } from '../transformer/most-probable.js';
import { rerank } from './reranking.js';
import { defaultTensors, describeDefault } from './default-tensors.js';
import { TransformerComputation } from '../transformer/transformer-computation.js';
import type { Model } from '../transformer/model.js';
import type { AttentionRef } from '../transformer/model-context.js';
import type { Reading } from '../weights/reading.js';
import type { TransformerDescription } from '../transformer/description.js';
import type { ActivationInfo } from '../transformer/activations.js';
import type { EncoderState } from '../transformer/run-state.js';
import { TranslationRun, type Decoded } from './translation-run.js';
import { TargetTokenizer, type TargetToken } from '../../text/target-tokens.js';
import { HAN, wordFeatures, type WordFeatures } from '../../text/word-features.js';
import { tokenize, type Token } from '../../text/tokenize.js';
import type { HeadDescription, ModelConfig, TokenizerConfig } from '../transformer/model-config.js';
import type { LoadedFiles } from './model-files.js';
import type { ParameterInfo } from '../parameters/parameter-info.js';
import type { AttentionType, Run, TokenCandidate } from '../transformer/run.js';
import type { Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';

/** Options of the method `run` of the default model. */
export interface RunOptions {
  /** Target text that the decoder reads. Default: a translation that the model generates. */
  target?: string;
  /**
   * Number of beam search hypotheses for a translation, 1 … 16; 1 is greedy decoding. Default 4, or 1 beyond 64 tokens.
   */
  beams?: number;
  /** Interventions in the model's computation, in every layer unless their scope is limited. Default: none. */
  intervene?: Intervention;
}

interface DecoderInput {
  text: string;
  /** Number of tokens in the source text. */
  seqLen: number;
  /** Target text that the caller has given, and its tokens; null if the target is generated. */
  given: { text: string; tokens: readonly TargetToken[] } | null;
  beams: number;
}

/** Maximum number of target tokens for a source text of the given number of tokens. */
const maxTargetTokens = (seqLen: number): number => 2 * seqLen + 12;

const DEFAULT_BEAMS = 4;
const MAX_BEAMS = 16;
/**
 * Maximum number of source tokens for which beam search is the default. For longer texts, it would cause a noticeable
 * delay after a key press.
 */
const BEAM_TOKENS = 64;
/**
 * Maximum number of source subwords for reranking, since the time for back-translation grows with the square of their
 * number.
 */
const MAX_TRANSLATED_BACK = 256;

/** Special tokens that the model never generates. The end token is not among them. */
const NEVER_GENERATED = ['<padding>', '<to-zh>', '<to-en>', '<unknown>'];

/** Maximum number of tokens whose embedding features (rows of the embedding table and their weights) are cached. */
const MAX_KEPT_FEATURES = 4096;

/** Start token that the page shows for the decoder's first input. */
const START_TOKEN: Token = { text: '▸', start: 0, end: 0 };

/** The default model, or a model trained in the same way, loaded by `engine.loadModel`. */
export class TransformerModel implements Model {
  readonly trained = true;
  readonly precision = 'float32';
  readonly embedDim: number;
  readonly numHeads: number;
  /** Number of layers with each attention type: encoder, decoder and cross-attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** Descriptions of the heads, with their measures on held-out texts. */
  readonly heads: readonly HeadDescription[];
  readonly #computation: TransformerComputation;
  readonly #buckets: TokenizerConfig['buckets'];
  readonly #targetTokenizer: TargetTokenizer;
  /** Tokens of the target vocabulary that are never generated. */
  readonly #suppressed: readonly number[];
  /**
   * Cache of embedding features (rows of the embedding table and their weights) by token text. Nearly all tokens of a
   * text stay the same between key presses.
   */
  readonly #features = new Map<string, WordFeatures>();

  private constructor(computation: TransformerComputation, { config, tokenizer }: Omit<LoadedFiles, 'weights'>) {
    const { embedDim, numHeads, heads, encoderLayers, decoderLayers }: ModelConfig = config;
    this.#computation = computation;
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.heads = heads;
    this.layers = { encoder: encoderLayers, decoder: decoderLayers, cross: decoderLayers };
    this.#buckets = tokenizer.buckets;
    this.#targetTokenizer = new TargetTokenizer(tokenizer.pieces);
    this.#suppressed = NEVER_GENERATED.map((token) => this.#targetTokenizer.id(token));
    makeReadOnly(this);
  }

  /** Internal constructor; use `engine.loadModel`. */
  static *load(module: Module, { weights, config, tokenizer }: LoadedFiles): Reading<TransformerModel> {
    const computation = yield* TransformerComputation.load(module, {
      weights,
      description: describeDefault(config, {
        source: tokenizer.buckets.words + tokenizer.buckets.grams,
        target: tokenizer.pieces.length,
      }),
      tensors: defaultTensors(config.embedDim),
    });
    return new TransformerModel(computation, { config, tokenizer });
  }

  /**
   * Runs the encoder on a text. `run.decode()` then runs the decoder. Unless a target is given, it translates Chinese
   * to English and anything else to Chinese by beam search, and reranks the best texts by the probability of the source
   * given the text.
   * @throws RangeError if the text has no tokens, or more than 1,024
   */
  run(text: string, options?: RunOptions): Run {
    const tokens = tokenizeChecked('text', text);
    const given = expectOptions('options', options, ['target', 'beams', 'intervene']);
    const { target, intervene, beams = tokens.length > BEAM_TOKENS ? 1 : DEFAULT_BEAMS } = given;
    if (target !== undefined && 'beams' in given) {
      throw new TypeError('beams: expected none with a target, which is not searched for, got some');
    }
    const ofTarget = target === undefined ? null : this.#tokenizeTarget(target);
    const { layers } = this;
    const resolve = (value: unknown, only?: AttentionRef) => this.#resolve(value, tokens.length, only);
    const intervention = resolve(intervene);
    const features = tokens.map((token) => this.#featuresOf(token.text));
    const encoded = this.#computation.encode({ features }, intervention);
    const seqLen = tokens.length;
    const input = { text, seqLen, given: ofTarget, beams: expectWholeNumber('beams', beams, 1, MAX_BEAMS) };
    const encoder = { input: { features }, state: encoded };
    const state = { model: this, text, tokens, layers, intervention, given: intervene ?? {}, encoder, resolve };
    return new TranslationRun(this.#computation, state, {
      decode: () => this.#decode(input, encoded, intervention),
      again: (other) => this.run(text, { ...options, intervene: other }),
    });
  }

  /** Description of the model's layers. */
  get description(): TransformerDescription {
    return this.#computation.description;
  }

  /** All activations in order of computation. `run.activation` reads them, and `intervene.replace` replaces them. */
  get activations(): readonly ActivationInfo[] {
    return this.#computation.activations.list;
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

  /** Splits a text into tokens, with their positions in the text. */
  tokenize(text: string): Token[] {
    this.#computation.live();
    return tokenize(text);
  }

  /** Frees the model's memory. Any later use throws an Error. */
  dispose(): void {
    this.#computation.dispose();
  }

  #resolve(intervention: unknown, seqLen: number, only: AttentionRef | null = null): ResolvedIntervention {
    const { description, layers } = this;
    const { activations } = this.#computation;
    const maxTarget = MAX_TOKENS + 1;
    return resolveIntervention(intervention, { description, layers, activations, seqLen, maxTarget, only });
  }

  #featuresOf(token: string): WordFeatures {
    let features = this.#features.get(token);
    if (!features) {
      if (this.#features.size >= MAX_KEPT_FEATURES) this.#features.clear();
      this.#features.set(token, (features = wordFeatures(token, this.#buckets)));
    }
    return features;
  }

  #tokenizeTarget(target: unknown): DecoderInput['given'] {
    const tokens = tokenizeChecked('target', target);
    const subwords = this.#targetTokenizer.encode(target as string, tokens);
    if (subwords.length > MAX_TOKENS) {
      throw new RangeError(`target: expected at most ${MAX_TOKENS} subwords, got ${subwords.length}`);
    }
    return { text: target as string, tokens: subwords };
  }

  #decode(
    { text, seqLen, given, beams }: DecoderInput,
    encoder: EncoderState,
    intervention: ResolvedIntervention,
  ): Decoded {
    const tokenizer = this.#targetTokenizer;
    const language = HAN.test(given?.text ?? '') || (given === null && !HAN.test(text)) ? 'zh' : 'en';
    const first = tokenizer.id(`<to-${language}>`);
    const end = tokenizer.id('<end>');
    // Step 1: find the tokens of the target, unless they are given.
    const search = () => {
      const texts = beamSearch(this.#computation.beginDecoding(encoder, intervention, beams), {
        beams,
        first,
        end,
        maxTokens: maxTargetTokens(seqLen),
        suppressed: this.#suppressed,
        isMark: (id) => tokenizer.isMark(id),
      });
      const source = tokenizer.encode(text, tokenize(text)).map(({ id }) => id);
      if (source.length > MAX_TRANSLATED_BACK) return texts[0]!.ids;
      const back = language === 'zh' ? 'en' : 'zh';
      return rerank(texts, (found) => this.#logProbability(source, tokenizer.decode(found).text, back));
    };
    const ids = given ? given.tokens.map(({ id }) => id) : search();
    // Step 2: run the decoder on the target's tokens, to get the residual stream before each layer, and the candidates
    // for the next token after each of them.
    const input = [first, ...ids];
    const state = this.#computation.decodeAll(input, encoder, intervention);
    const decoded = { input: { features: input.map(embeddingRow) }, state };
    const { data, shape } = this.#computation.logits({ intervention, encoder: null, decoder: () => decoded });
    const vocabulary = shape[1]!;
    const next = input.map((_, token): TokenCandidate[] => {
      const row = data.subarray(token * vocabulary, (token + 1) * vocabulary);
      suppress(row, this.#suppressed);
      return mostProbable(row, NUM_CANDIDATES).map(({ id, logProbability }) => ({
        text: id === end ? '' : tokenizer.decode([id]).text,
        probability: Math.exp(logProbability),
      }));
    });
    const written = given ?? tokenizer.decode(ids);
    const target = { language, text: written.text, tokens: [START_TOKEN, ...written.tokens], next } as const;
    return { target, ...decoded };
  }

  /**
   * Log probability log P(target | source) in nats, without the user's interventions; −∞ for a source without tokens.
   */
  #logProbability(target: readonly number[], source: string, language: 'en' | 'zh'): number {
    const features = tokenize(source).map((token) => this.#featuresOf(token.text));
    if (features.length === 0) return -Infinity;
    const intervention = this.#resolve(undefined, features.length);
    const encoder = this.#computation.encode({ features }, intervention);
    const following = [...target, this.#targetTokenizer.id('<end>')];
    const input = [this.#targetTokenizer.id(`<to-${language}>`), ...target];
    const logits = this.#computation.decode({ encoder, intervention, ids: [] }, input, input.length);
    return sumOfLogProbabilities(logits, following, (row) => this.#computation.logSumExp(row));
  }
}
