// A trained encoder and decoder: any text through it, any head of it to be looked at.
import { checkAttentionOptions, putOptions, type Flags } from './attention-options.js';
import { checkIntervention, type Changes } from './intervention.js';
import { checkText } from './model-input.js';
import { copyOf, type Tensor } from './tensor.js';
import { expectOneOf, expectOptions, expectText, expectWholeNumber } from './checks.js';
import { putParameters } from './parameters.js';
import { HAN, wordFeatures } from '../text/word-features.js';
import { layerTrace } from './layer-trace.js';
import { likeliest } from './next-pieces.js';
import { reserve, take } from './memory.js';
import { shapesOfSteps, takeSteps } from './multihead-steps.js';
import { TargetPieces } from '../text/target-pieces.js';
import type { AttentionKind, Intervention, LayerTrace, NextPiece, Run, Target } from './run.js';
import type { AttentionSettings, TransformerCall } from './wasm/spotlight.js';
import type { HeadDescription, ModelConfig, TokenizerConfig } from './model-config.js';
import type { ModelParts } from './model-files.js';
import type { Module } from './load.js';
import type { Token } from '../text/tokenize.js';

/** Options of `model.run`. */
export interface RunOptions {
  /** What the decoder hears, in place of what it would write itself. */
  target?: string;
  /** What is changed in every layer. */
  intervene?: Intervention;
}

/** How long a translation of that many words may become. */
const longestTarget = (words: number): number => 2 * words + 12;

/** How many candidates for the next piece are kept. */
const CANDIDATES = 5;

/** What a run keeps of the encoder and the decoder: the inputs of their attentions, from which all else is recomputed. */
interface Encoded {
  inputs: Tensor[];
  memory: Tensor;
}
interface Decoded extends Target {
  selfInputs: Tensor[];
  crossInputs: Tensor[];
}

/** A Transformer with trained weights: `engine.loadModel`. */
export class TransformerModel {
  readonly trained = true;
  readonly embedDim: number;
  readonly numHeads: number;
  /** What each head does, as measured on texts that training never saw. */
  readonly heads: readonly HeadDescription[];
  readonly #module: Module;
  readonly #config: ModelConfig;
  readonly #tokenizer: TokenizerConfig;
  readonly #pieces: TargetPieces;
  #call: TransformerCall | null;

  /** Not for direct use: `engine.loadModel`. */
  constructor(module: Module, { weights, config, tokenizer }: ModelParts) {
    this.embedDim = config.embedDim;
    this.numHeads = config.numHeads;
    this.heads = config.heads;
    this.#module = module;
    this.#config = config;
    this.#tokenizer = tokenizer;
    this.#pieces = new TargetPieces(tokenizer.pieces);
    const { embedDim, numHeads, feedforwardDim, encoderLayers, decoderLayers } = config;
    const buckets = tokenizer.buckets.words + tokenizer.buckets.grams;
    const vocabulary = tokenizer.pieces.length;
    // The embeddings, one of them twice, dominate.
    reserve(module, [
      [buckets + 2 * vocabulary, embedDim],
      [(encoderLayers + 2 * decoderLayers) * 12, embedDim, embedDim],
    ]);
    this.#call = new module.TransformerCall({
      ...{ embedDim, numHeads, feedforwardDim, encoderLayers, decoderLayers },
      ...{ buckets, vocabulary },
    });
    try {
      putParameters(this.#call.parameters()!, (name, shape) => weights.read(name, shape).data);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * Runs the model on a text: the encoder at once, the decoder when its text is first asked for. Without a target it
   * translates, Chinese into English and anything else into Chinese, taking the likeliest piece each time.
   * @throws RangeError if there is no word in the text, or more than 1,024
   */
  run(text: string, options?: RunOptions): Run {
    const tokens = checkText('text', text);
    const { target, intervene } = expectOptions('options', options, ['target', 'intervene']);
    const given = target === undefined ? null : expectText('target', target);
    if (given !== null) checkText('target', given);
    const { numHeads } = this;
    const headDim = this.embedDim / numHeads;
    const changes = checkIntervention(intervene, { words: tokens.length, headDim, numHeads, layers: this.layers });
    const encoded = this.#encode(tokens, changes);
    let decoded: Decoded | null = null;
    const decode = (): Decoded => (decoded ??= this.#decode(text, tokens, given, changes));
    const layer = (kind: AttentionKind, index: number): LayerTrace =>
      this.#layer(kind, index, encoded, decode, changes);
    return {
      text,
      tokens,
      trained: true,
      layers: this.layers,
      numHeads,
      scale: changes.scale,
      get target() {
        return decode();
      },
      get targetTokens() {
        return decode().tokens;
      },
      layer,
      attention: (kind, index) => copyOf(layer(kind, index).weights),
      trace: (kind, index, head) => layer(kind, index).head(head),
    };
  }

  /** Frees its memory. Using it afterwards is an error that says so. */
  dispose(): void {
    this.#call?.delete();
    this.#call = null;
  }

  /** How many layers there are with attention of each kind. */
  get layers(): Readonly<Record<AttentionKind, number>> {
    const { encoderLayers, decoderLayers } = this.#config;
    return { self: encoderLayers, causal: decoderLayers, cross: decoderLayers };
  }

  #live(): TransformerCall {
    if (!this.#call) throw new Error('this model has been disposed of');
    return this.#call;
  }

  // 1. The encoder: words → the inputs of its layers, and what the decoder hears.

  #encode(tokens: readonly Token[], changes: Changes): Encoded {
    const call = this.#live();
    this.#silence(changes);
    const features = tokens.map(({ text }) => wordFeatures(text, this.#tokenizer.buckets));
    const count = features.reduce((sum, { rows }) => sum + rows.length, 0);
    const shape = [tokens.length, this.embedDim];
    reserve(this.#module, [[count * 2], ...Array.from({ length: this.layers.self + 6 }, () => shape)]);
    call.resizeWords(tokens.length, count);
    call.featureRows().set(features.flatMap(({ rows }) => rows));
    call.featureWeights().set(features.flatMap(({ weights }) => weights));
    let first = 0;
    call.firstFeatures().set([0, ...features.map(({ rows }) => (first += rows.length))]);
    call.encode(this.#settings(tokens.length, tokens.length, changes, changes.causal, changes.selfMask));
    return {
      inputs: Array.from({ length: this.layers.self }, (_, layer) => take(call.encoderInput(layer), shape)),
      memory: take(call.memory(), shape),
    };
  }

  // 2. The decoder: pieces heard one by one, given or chosen.

  #decode(text: string, tokens: readonly Token[], given: string | null, changes: Changes): Decoded {
    const call = this.#live();
    // Another text may have been encoded since.
    this.#encode(tokens, changes);
    const language = HAN.test(given ?? '') || (given === null && !HAN.test(text)) ? 'zh' : 'en';
    const toItself = this.#settings(1, 1, changes, false, null);
    call.beginDecoding(toItself, this.#settings(1, tokens.length, changes, false, changes.crossMask));
    const heard = [this.#pieces.id(`<to-${language}>`)];
    const next: NextPiece[][] = [];
    const hear = (piece: number): number => {
      const { best, candidates } = likeliest(call.step(piece), this.#pieces, CANDIDATES);
      next.push(candidates);
      return best;
    };
    if (given !== null) {
      heard.push(...this.#pieces.encode(given).map(({ id }) => id));
      heard.forEach(hear);
    } else {
      const end = this.#pieces.id('<end>');
      for (
        let piece = hear(heard[0]!);
        piece !== end && heard.length <= longestTarget(tokens.length);
        piece = hear(piece)
      ) {
        heard.push(piece);
      }
    }
    const written = this.#pieces.decode(heard.slice(1));
    const shape = [heard.length, this.embedDim];
    const inputs = (view: (layer: number) => Float32Array): Tensor[] =>
      Array.from({ length: this.layers.causal }, (_, layer) => take(view(layer), shape));
    return {
      language,
      text: given ?? written.text,
      tokens: [BEGINNING, ...(given === null ? written.tokens : this.#pieces.encode(given))],
      next: next.slice(0, heard.length),
      selfInputs: inputs((layer) => call.decoderSelfInput(layer)),
      crossInputs: inputs((layer) => call.decoderCrossInput(layer)),
    };
  }

  // 3. Any attention of either, from what was kept.

  #layer(kind: AttentionKind, index: number, encoded: Encoded, decode: () => Decoded, changes: Changes): LayerTrace {
    expectOneOf('kind', kind, ['self', 'causal', 'cross']);
    expectWholeNumber('layer', index, 0, this.layers[kind] - 1);
    const decoded = kind === 'self' ? null : decode();
    this.#silence(changes); // other runs may have silenced others since
    if (!decoded) {
      const input = encoded.inputs[index]!;
      return this.#trace(input, input, (call, words) =>
        call.traceEncoder(index, this.#settings(words, words, changes, changes.causal, changes.selfMask)),
      );
    }
    const { selfInputs, crossInputs } = decoded;
    if (kind === 'causal') {
      const input = selfInputs[index]!;
      return this.#trace(input, input, (call, pieces) =>
        call.traceDecoder(index, this.#settings(pieces, pieces, changes, true, null)),
      );
    }
    return this.#trace(crossInputs[index]!, encoded.memory, (call, pieces, words) =>
      call.traceCross(index, this.#settings(pieces, words, changes, false, changes.crossMask)),
    );
  }

  #trace(
    queryInput: Tensor,
    keyInput: Tensor,
    compute: (call: TransformerCall, queries: number, keys: number) => void,
  ): LayerTrace {
    const call = this.#live();
    const [queries, keys] = [queryInput.shape[0]!, keyInput.shape[0]!];
    const sizes = { batch: 1, heads: this.numHeads, queries, keys, embedDim: this.embedDim };
    reserve(this.#module, shapesOfSteps(sizes));
    const keyIsQuery = keyInput === queryInput;
    call.resize(1, queries, keys, this.embedDim, keyIsQuery, true);
    call.query().set(queryInput.data);
    if (!keyIsQuery) call.key().set(keyInput.data);
    compute(call, queries, keys);
    return layerTrace(takeSteps(this.#module, call, sizes), queryInput, keyInput);
  }

  #settings(
    queries: number,
    keys: number,
    { scale }: Changes,
    isCausal: boolean,
    block: Flags | null,
  ): AttentionSettings {
    const asked = { isCausal, scale, ...(block ? { mask: { block } } : {}) };
    const options = checkAttentionOptions(asked, { batch: 1, heads: this.numHeads, queries, keys });
    return putOptions(this.#module, this.#live(), options);
  }

  /** Which heads say nothing, until a run says otherwise. */
  #silence({ silencedHeads }: Changes): void {
    const call = this.#live();
    const silence: Record<AttentionKind, (layer: number, head: number) => void> = {
      self: (layer, head) => call.silenceEncoder(layer, head),
      causal: (layer, head) => call.silenceDecoder(layer, head),
      cross: (layer, head) => call.silenceCross(layer, head),
    };
    call.silenceNone();
    for (const { kind, layer, head } of silencedHeads) silence[kind](layer, head);
  }
}

/** What the decoder hears first. */
const BEGINNING: Token = { text: '▸', start: 0, end: 0 };
