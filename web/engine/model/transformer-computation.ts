// A Transformer's weights and computations in the WebAssembly memory. Everything that a computation depends on is passed
// to it; what it returns are copies, except the trace, which is valid until the next call.
import { copyInOptions, DEFAULT_OPTIONS, type CheckedOptions } from '../attention/attention-options.js';
import { expectTraceFinite, type MultiheadSizes, type MultiheadTensors } from '../attention/multihead-trace.js';
import { describe } from '../core/checks.js';
import { OptionWriter } from '../runtime/option-block.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { loadParameters } from './load-parameters.js';
import type { Hypotheses } from './beam-search.js';
import type { ResolvedIntervention } from './intervention.js';
import type { ModelConfig } from './model-config.js';
import type { LoadedFiles } from './model-files.js';
import type { Safetensors } from './safetensors.js';
import type { AttentionType } from './run.js';
import type { WordFeatures } from '../../text/word-features.js';
import { expectWithinFloat32, type Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TransformerSession } from '../wasm/spotlight.js';

/** The result of encoding: the inputs of each layer's attention, and the encoder's output, each [tokens, embedDim]. */
export interface EncoderState {
  inputs: readonly Tensor[];
  output: Tensor;
}

/** The result of decoding: the inputs of each layer's attentions, each [decoded tokens, embedDim]. */
export interface DecoderState {
  selfInputs: readonly Tensor[];
  crossInputs: readonly Tensor[];
}

/** The inputs of one attention, [queries, embedDim] and [keys, embedDim], and its options. */
export interface AttentionInput {
  query: Tensor;
  key: Tensor;
  options: CheckedOptions;
}

export class TransformerComputation {
  readonly #module: Module;
  readonly #config: LoadedFiles['config'];
  readonly #tensors: TensorTable<keyof Module['TransformerTensor']>;
  readonly #traceTensors: MultiheadTensors;
  readonly #options: OptionWriter;
  readonly #crossOptions: OptionWriter;
  readonly #weights: LoadedFiles['weights'];
  /** Of the parameters, by name. */
  readonly #shapes = new Map<string, readonly number[]>();
  #session: TransformerSession | null;
  /** The inputs whose trace is in the session's memory now. */
  #traced: AttentionInput | null = null;

  constructor(module: Module, { weights, config, tokenizer }: LoadedFiles) {
    const { embedDim, numHeads, feedforwardDim, encoderLayers, decoderLayers } = config;
    const buckets = tokenizer.buckets.words + tokenizer.buckets.grams;
    const vocabulary = tokenizer.pieces.length;
    expectMatrices(weights, config, buckets, vocabulary);
    const session = new module.TransformerSession({
      ...{ embedDim, numHeads, feedforwardDim, encoderLayers, decoderLayers },
      ...{ buckets, vocabulary },
    });
    this.#module = module;
    this.#config = config;
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.TransformerTensor);
    this.#traceTensors = new TensorTable(module, session.attentionTensors(), module.MultiheadTensor);
    this.#options = new OptionWriter(module, session.options());
    this.#crossOptions = new OptionWriter(module, session.crossOptions());
    this.#weights = weights;
    try {
      const read = (name: string, shape: readonly number[]) => {
        this.#shapes.set(name, shape);
        return weights.read(name, shape).data;
      };
      loadParameters(module, session.parameters()!, read, (name) => `weights: ${name}`);
      weights.expectAllRead();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** @param features of each token, the rows of the source embedding that it is the weighted sum of */
  encode(features: readonly WordFeatures[], intervention: ResolvedIntervention): EncoderState {
    const session = this.#live();
    const { embedDim, encoderLayers } = this.#config;
    const shape = [features.length, embedDim];
    const count = features.reduce((sum, { rows }) => sum + rows.length, 0);
    session.resizeFeatures(features.length, count);
    const [rows, offsets] = [this.#tensors.intView('featureRows'), this.#tensors.intView('featureOffsets')];
    const weights = this.#tensors.view('featureWeights');
    let end = 0;
    features.forEach((feature, token) => {
      offsets[token] = end;
      rows.set(feature.rows, end);
      weights.set(feature.weights, end);
      end += feature.rows.length;
    });
    offsets[features.length] = end;
    this.#ablate(intervention);
    copyInOptions(this.#options, encoderOptions(intervention));
    session.encode();
    const output = this.#tensors.copyOut('encoderOutput', shape);
    expectWithinFloat32('encoder output', output);
    return { inputs: this.#layerInputs('encoder', encoderLayers, shape), output };
  }

  /** Hypotheses of the text that is decoded from an encoder's output, all empty; until this or `decode` is called again. */
  beginDecoding(encoder: EncoderState, intervention: ResolvedIntervention, hypotheses: number): Hypotheses {
    const session = this.#live();
    session.resizeEncoderOutput(encoder.output.shape[0]!);
    this.#tensors.view('encoderOutput').set(encoder.output.data);
    this.#ablate(intervention);
    copyInOptions(this.#options, { ...DEFAULT_OPTIONS, scale: intervention.scale });
    copyInOptions(this.#crossOptions, crossOptions(intervention));
    session.beginDecoding(hypotheses);
    return {
      step: (hypothesis, token) => {
        session.decodeStep(hypothesis, token);
        const logits = this.#tensors.view('logits');
        expectWithinFloat32('logits', { data: logits, shape: [logits.length] });
        return logits;
      },
      fork: (from, to) => session.forkHypothesis(from, to),
    };
  }

  /**
   * Decodes given tokens.
   * @param onLogits gets the logits [vocabulary] that follow each of them, valid until it returns
   */
  decode(
    encoder: EncoderState,
    intervention: ResolvedIntervention,
    tokens: readonly number[],
    onLogits: (logits: Float32Array) => void,
  ): DecoderState {
    const decoder = this.beginDecoding(encoder, intervention, 1);
    for (const token of tokens) onLogits(decoder.step(0, token));
    const shape = [tokens.length, this.#config.embedDim];
    return {
      selfInputs: this.#layerInputs('decoder', this.#config.decoderLayers, shape),
      crossInputs: this.#layerInputs('cross', this.#config.decoderLayers, shape),
    };
  }

  /** Every step of one attention, in the session's memory; computed unless it is there since the last call. */
  trace(
    attention: AttentionType,
    layer: number,
    input: AttentionInput,
    intervention: ResolvedIntervention,
  ): MultiheadTensors {
    const session = this.#live();
    if (this.#traced === input && this.#traceTensors.has('query')) return this.#traceTensors;
    this.#traced = null;
    const { query, key, options } = input;
    const { numHeads, embedDim } = this.#config;
    const [queries, keys] = [query.shape[0]!, key.shape[0]!];
    const sizes: MultiheadSizes = { batch: 1, heads: numHeads, queries, keys, embedDim };
    session.resizeAttention(queries, keys, key === query);
    this.#traceTensors.view('query').set(query.data);
    if (key !== query) this.#traceTensors.view('key').set(key.data);
    this.#ablate(intervention);
    copyInOptions(this.#options, options);
    const fault = session.trace(this.#module.ModelAttention[attention], layer);
    expectTraceFinite(this.#traceTensors, fault, { query, key, value: key }, sizes);
    this.#traced = input;
    return this.#traceTensors;
  }

  parameter(name: string): Tensor {
    const shape = this.#shapes.get(name);
    if (!shape) throw new RangeError(`name: expected a parameter of the model, got ${describe(name)}`);
    return this.#weights.read(name, shape);
  }

  /** Frees its memory. Any later use throws an Error. */
  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  #live(): TransformerSession {
    if (!this.#session) throw new Error('this model has been disposed of');
    return this.#session;
  }

  #layerInputs(attention: AttentionType, layers: number, shape: readonly number[]): Tensor[] {
    const session = this.#live();
    const kind = this.#module.ModelAttention[attention];
    return Array.from({ length: layers }, (_, layer) =>
      copyOutAt(this.#module, session.layerInput(kind, layer), shape),
    );
  }

  #ablate({ ablatedHeads }: ResolvedIntervention): void {
    const session = this.#live();
    session.clearAblations();
    for (const { attention, layer, head } of ablatedHeads) {
      session.ablate(this.#module.ModelAttention[attention], layer, head);
    }
  }
}

/** Checks the matrices that the memory grows with, before it is allocated: the file has them all. */
function expectMatrices(
  weights: Safetensors,
  { embedDim, feedforwardDim, encoderLayers, decoderLayers }: ModelConfig,
  buckets: number,
  vocabulary: number,
): void {
  weights.expect('word_embedding.weight', [buckets, embedDim]);
  weights.expect('piece_embedding.weight', [vocabulary, embedDim]);
  for (const [stack, layers] of Object.entries({ encoder: encoderLayers, decoder: decoderLayers })) {
    for (let layer = 0; layer < layers; ++layer) {
      weights.expect(`${stack}.${layer}.self_attn.in_proj_weight`, [3 * embedDim, embedDim]);
      weights.expect(`${stack}.${layer}.feedforward.linear1.weight`, [feedforwardDim, embedDim]);
    }
  }
}

export const encoderOptions = ({ causal, scale, encoderMask }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  isCausal: causal,
  scale,
  mask: encoderMask,
});

export const decoderOptions = ({ scale }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  isCausal: true,
  scale,
});

export const crossOptions = ({ scale, crossMask }: ResolvedIntervention): CheckedOptions => ({
  ...DEFAULT_OPTIONS,
  scale,
  mask: crossMask,
});
