// A Transformer's weights and computations in the WebAssembly memory. Everything that a computation depends on is passed
// to it; what it returns are copies, except the trace and the logits, which are valid until the next call.
import { copyInOptions } from '../attention/attention-options.js';
import {
  crossOptions,
  encoderOptions,
  lastQueryOptions,
  type AttentionInput,
  type DecoderState,
  type EncoderState,
} from './attention-input.js';
import { expectTraceFinite, type MultiheadTensors } from '../attention/multihead-trace.js';
import { describe } from '../core/checks.js';
import { OptionWriter } from '../runtime/option-block.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { frozen, withDescription, type StackDescription, type TransformerDescription } from './description.js';
import {
  loadParameters,
  parametersOf,
  readParameter,
  type EmbeddingRows,
  type KeptPrecision,
  type Parameter,
  type Parameters,
} from './load-parameters.js';
import type { Hypotheses } from './beam-search.js';
import type { ResolvedIntervention } from './intervention.js';
import type { SourceTable } from './parameter-source.js';
import type { ModelPart } from './run.js';
import type { Reading } from '../weights/reading.js';
import type { WeightsFile } from '../weights/weights-file.js';
import type { AttentionType } from './run.js';
import type { WordFeatures } from '../../text/word-features.js';
import { expectWithinFloat32, zeros, type Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TransformerSession } from '../wasm/spotlight.js';

/** The weights of a model, what it is made of, and which of them is what. */
export interface TransformerParts {
  weights: WeightsFile;
  description: TransformerDescription;
  tensors: SourceTable;
  /** The names of tensors that need not be among them; null: any. */
  unused?: readonly RegExp[] | null;
  /** What there is of the embedding tables. Default: all. */
  embedding?: EmbeddingRows;
  /** How the weights are kept. Default 'float32'. */
  precision?: KeptPrecision;
}

/** An encoder's input beside the rows of its tokens. */
export interface EncoderInput {
  types?: readonly number[];
  positions?: readonly number[];
  patches?: Tensor | null;
}

/** A text in the decoder. One goes on with it whatever is computed in between. */
export interface Decoding {
  /** null: the model has no encoder. */
  readonly encoder: EncoderState | null;
  readonly intervention: ResolvedIntervention;
  /** The tokens so far. */
  readonly ids: number[];
}

export class TransformerComputation {
  readonly description: TransformerDescription;
  readonly #module: Module;
  readonly #tensors: TensorTable<keyof Module['TransformerTensor']>;
  readonly #traceTensors: MultiheadTensors;
  readonly #options: OptionWriter;
  readonly #crossOptions: OptionWriter;
  #session: TransformerSession | null;
  readonly #parameters: Parameters;
  /** The inputs whose trace is in the session's memory now. */
  #traced: AttentionInput | null = null;
  /** The text that is in the session's decoder now. */
  #decoding: Decoding | null = null;

  /** Without its parameters. */
  private constructor(
    module: Module,
    { description, tensors, embedding }: Pick<TransformerParts, 'description' | 'tensors' | 'embedding'>,
  ) {
    const session = withDescription(module, description, (block) => new module.TransformerSession(block));
    this.description = frozen(description);
    this.#module = module;
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.TransformerTensor);
    this.#traceTensors = new TensorTable(module, session.attentionTensors(), module.MultiheadTensor);
    this.#options = new OptionWriter(module, session.options());
    this.#crossOptions = new OptionWriter(module, session.crossOptions());
    this.#parameters = parametersOf(
      session.parameters()!,
      tensors,
      embedding,
      description.decoder?.outputDim !== undefined,
    );
  }

  /** @throws TypeError or RangeError that names the tensor that does not fit; no memory stays taken */
  static *load(
    module: Module,
    { weights, unused, precision, ...parts }: TransformerParts,
  ): Reading<TransformerComputation> {
    const computation = new TransformerComputation(module, parts);
    try {
      const target = { module, set: computation.#live().parameters()! };
      yield* loadParameters(target, computation.#parameters, weights, unused, precision);
      return computation;
    } catch (error) {
      computation.dispose();
      throw error;
    }
  }

  /**
   * @param features of each token, the rows of the embedding table that it is the weighted sum of
   * @param types of each token; none: all are of type 0
   * @param positions of each token, its row of the table of positions; none: in order
   * @param patches of an image, which follow the tokens, [patches, patchDim]
   */
  encode(
    features: readonly WordFeatures[],
    intervention: ResolvedIntervention,
    { types = [], positions = [], patches = null }: EncoderInput = {},
  ): EncoderState {
    const session = this.#live();
    const length = features.length + (patches?.shape[0] ?? 0);
    const count = features.reduce((sum, { rows }) => sum + rows.length, 0);
    session.resizeFeatures(features.length, count, types.length > 0, positions.length > 0);
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
    this.#tensors.intView('tokenTypes').set(types);
    this.#tensors.intView('tokenPositions').set(positions);
    if (patches) {
      session.resizePatches(patches.shape[0]!);
      this.#tensors.view('patches').set(patches.data);
    }
    this.#ablate(intervention);
    copyInOptions(this.#options, encoderOptions(intervention));
    session.encode();
    const output = this.#tensors.copyOut('encoderOutput', [length, this.description.embedDim]);
    expectWithinFloat32('encoder output', output);
    return { inputs: this.#layerInputs('encoder', length), output };
  }

  /** Hypotheses of the text that is decoded from an encoder's output, all empty; until something else is decoded. */
  beginDecoding(encoder: EncoderState | null, intervention: ResolvedIntervention, hypotheses: number): Hypotheses {
    const session = this.#live();
    this.#decoding = null;
    if (encoder) {
      session.resizeEncoderOutput(encoder.output.shape[0]!);
      this.#tensors.view('encoderOutput').set(encoder.output.data);
    }
    this.#ablate(intervention);
    copyInOptions(this.#options, lastQueryOptions(intervention));
    copyInOptions(this.#crossOptions, crossOptions(intervention));
    session.beginDecoding(hypotheses);
    return {
      step: (hypothesis, token) => this.#append(hypothesis, [token], 1),
      fork: (from, to) => session.forkHypothesis(from, to),
    };
  }

  /**
   * Appends tokens to a text.
   * @returns the logits of what follows each of the last `count` of them, [count, vocabulary], valid until the next call
   */
  decode(decoding: Decoding, ids: readonly number[], count: number): Float32Array {
    this.#resume(decoding);
    this.#decoding = null; // if it fails, the session has none
    const logits = this.#append(0, ids, count);
    decoding.ids.push(...ids);
    this.#decoding = decoding;
    return logits;
  }

  /** log Σ eˡ of logits that `decode` has returned; they may have been changed since. */
  logSumExp({ byteOffset, length }: Float32Array): number {
    return this.#module.logSumExp(byteOffset, length);
  }

  /** The inputs of the attentions of a text's tokens so far. */
  decoderState(decoding: Decoding): DecoderState {
    this.#resume(decoding);
    const { length } = decoding.ids;
    return { selfInputs: this.#layerInputs('decoder', length), crossInputs: this.#layerInputs('cross', length) };
  }

  /** The inputs of one attention of the first `length` tokens of a text, [length, embedDim]. */
  decoderInputs(decoding: Decoding, attention: 'decoder' | 'cross', layer: number, length: number): Tensor {
    this.#resume(decoding);
    const address = this.#live().layerInput(this.#module.ModelAttention[attention], layer);
    return copyOutAt(this.#module, address, [length, this.description.embedDim]);
  }

  /** What the last call of `decode` has computed of the last `tokens` tokens, [tokens, embedDim]. */
  decoderOutput(tokens: number): Tensor {
    return this.#tensors.copyOut('decoderOutput', [tokens, this.description.embedDim]);
  }

  /** The stack that an attention is in. */
  stackOf(attention: AttentionType): StackDescription {
    return (attention === 'encoder' ? this.description.encoder : this.description.decoder)!;
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
    const { query, key, first = 0, options } = input;
    const [queries, keys] = [query.shape[0]!, key.shape[0]!];
    const { numHeads: heads } = this.stackOf(attention);
    const sizes = { batch: 1, heads, queries, keys, embedDim: this.description.embedDim };
    session.resizeAttention(queries, keys, key === query);
    this.#traceTensors.view('query').set(query.data);
    if (key !== query) this.#traceTensors.view('key').set(key.data);
    this.#ablate(intervention);
    copyInOptions(this.#options, options);
    const fault = session.trace(this.#module.ModelAttention[attention], layer, first);
    expectTraceFinite(this.#traceTensors, fault, { query, key, value: key }, sizes);
    this.#traced = input;
    return this.#traceTensors;
  }

  /** A tensor of which parameters are rows, under its name in the file. */
  parameter(name: string): Tensor {
    const parts = [...this.#parameters.values()].filter(({ source }) => source.tensor === name);
    const [first] = parts;
    if (!first) throw new RangeError(`name: expected a parameter of the model, got ${describe(name)}`);
    const data = zeros(name, first.stored);
    for (const part of parts) {
      const [, columns = 1] = part.shape as [number, number?];
      data.set(this.#read(name, part).data, (part.source.rows?.[0] ?? 0) * columns);
    }
    return { data, shape: first.stored };
  }

  /** The weight and the bias of a part, as 'decoder.0.self_attention.query' (cpp/model/parameters.hpp). */
  part(name: string): ModelPart {
    const read = (kind: 'weight' | 'bias'): Tensor | null => {
      const parameter = this.#parameters.get(`${name}.${kind}`);
      return parameter ? this.#read(name, parameter) : null;
    };
    const weight = read('weight');
    if (!weight) throw new RangeError(`name: expected a part of the model, got ${describe(name)}`);
    return { weight, bias: read('bias') };
  }

  /** Frees its memory. Any later use throws an Error. */
  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  #read(name: string, parameter: Parameter): Tensor {
    return readParameter({ module: this.#module, set: this.#live().parameters()! }, name, parameter);
  }

  #live(): TransformerSession {
    if (!this.#session) throw new Error('this model has been disposed of');
    return this.#session;
  }

  /** Brings a text into the session's decoder, if another was computed since. */
  #resume(decoding: Decoding): void {
    if (this.#decoding === decoding && this.#tensors.has('decoderOutput')) return; // a call that fails frees it
    this.beginDecoding(decoding.encoder, decoding.intervention, 1);
    if (decoding.ids.length > 0) this.#append(0, decoding.ids, 1);
    this.#decoding = decoding;
  }

  #append(hypothesis: number, ids: readonly number[], count: number): Float32Array {
    const session = this.#live();
    session.resizeTarget(ids.length);
    this.#tensors.intView('target').set(ids);
    session.append(hypothesis, count);
    const logits = this.#tensors.view('logits');
    expectWithinFloat32('logits', { data: logits, shape: [count, logits.length / count] });
    return logits;
  }

  #layerInputs(attention: AttentionType, tokens: number): Tensor[] {
    const session = this.#live();
    const { layers, hasCrossAttention = false } = this.stackOf(attention);
    const kind = this.#module.ModelAttention[attention];
    const shape = [tokens, this.description.embedDim];
    return Array.from({ length: attention === 'cross' && !hasCrossAttention ? 0 : layers }, (_, layer) =>
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
