// One block of a Transformer, with weights of one's own: at once, or step by step with a cache of keys and values.
import { checkAttentionOptions, putOptions, type AttentionOptions } from './attention-options.js';
import { expectBoolean, expectObject, expectOneOf, expectOptions, expectSize, expectWholeNumber } from './checks.js';
import { expectNoOverflow, putFinite, reserve, take } from './memory.js';
import { putParameters } from './parameters.js';
import { checkShaped, checkTensor, showShape, type Tensor } from './tensor.js';
import type { BlockCall, Parameters } from './wasm/spotlight.js';
import type { Module } from './load.js';

/** What a layer is made of; the names are those of PyTorch's `TransformerEncoderLayer` and `TransformerDecoderLayer`. */
export interface TransformerLayerConfig {
  /** 'decoder' hears a memory too, by cross attention. Default 'encoder'. */
  kind?: 'encoder' | 'decoder';
  embedDim: number;
  /** A divisor of embedDim. */
  numHeads: number;
  feedforwardDim: number;
  /** Pre-norm, x + f(norm(x)), or post-norm, norm(x + f(x)). Default false: post-norm, as PyTorch. */
  normFirst?: boolean;
  /** 'layer': LayerNorm; 'rms': RMSNorm, without biases. Both with epsilon 1e-5. Default 'layer'. */
  norm?: 'layer' | 'rms';
  /** 'gelu' is the exact one; 'swiglu' has a third matrix, gate.weight. Default 'relu'. */
  activation?: 'relu' | 'gelu' | 'swiglu';
  /**
   * All parameters under PyTorch's names: self_attn.in_proj_weight [3·embedDim, embedDim], self_attn.in_proj_bias,
   * self_attn.out_proj.weight, self_attn.out_proj.bias, linear1.weight [feedforwardDim, embedDim], linear1.bias,
   * linear2.weight, linear2.bias, norm1.weight, norm1.bias, norm2.…; of a decoder multihead_attn.… and norm3.… too; of
   * 'swiglu' gate.weight and gate.bias.
   */
  weights: Readonly<Record<string, Tensor>>;
}

/** What is heard, and what not. */
export interface TransformerLayerOptions extends Pick<AttentionOptions, 'mask' | 'keyLengths' | 'isCausal'> {
  /** What a decoder hears, [batch, words, embedDim]. */
  memory?: Tensor;
  /** How many words of each memory are real. Default: all. */
  memoryKeyLengths?: readonly number[];
}

interface Checked {
  embedDim: number;
  numHeads: number;
  feedforwardDim: number;
  hearsMemory: boolean;
  normFirst: boolean;
  norm: 'layer' | 'rms';
  activation: 'relu' | 'gelu' | 'swiglu';
  weights: Record<string, unknown>;
}

const KNOWN = ['kind', 'embedDim', 'numHeads', 'feedforwardDim', 'normFirst', 'norm', 'activation', 'weights'] as const;
const OPTIONS = ['mask', 'keyLengths', 'isCausal', 'memory', 'memoryKeyLengths'] as const;

function checkConfig(value: unknown): Checked {
  const config = expectOptions('config', value, KNOWN);
  const embedDim = expectWholeNumber('embedDim', config['embedDim'], 1);
  const numHeads = expectWholeNumber('numHeads', config['numHeads'], 1);
  if (embedDim % numHeads !== 0) {
    throw new RangeError(`embedDim: expected a multiple of numHeads = ${numHeads}, got ${embedDim}`);
  }
  return {
    embedDim,
    numHeads,
    feedforwardDim: expectWholeNumber('feedforwardDim', config['feedforwardDim'], 1),
    hearsMemory: expectOneOf('kind', config['kind'] ?? 'encoder', ['encoder', 'decoder']) === 'decoder',
    normFirst: expectBoolean('normFirst', config['normFirst'] ?? false),
    norm: expectOneOf('norm', config['norm'] ?? 'layer', ['layer', 'rms']),
    activation: expectOneOf('activation', config['activation'] ?? 'relu', ['relu', 'gelu', 'swiglu']),
    weights: expectObject('weights', config['weights']),
  };
}

/** Refuses names that are not those of a parameter, and puts all that are. */
function putWeights(parameters: Parameters, weights: Record<string, unknown>): void {
  const names = Array.from({ length: parameters.count() }, (_, index) => parameters.name(index));
  expectOptions('weights', weights, names);
  putParameters(parameters, (name, shape) => checkShaped(`weights['${name}']`, weights[name], shape).data);
}

/** Made by `engine.createTransformerLayer`. Dispose of it when done. */
export class TransformerLayer {
  readonly embedDim: number;
  readonly #module: Module;
  readonly #numHeads: number;
  readonly #hearsMemory: boolean;
  #call: BlockCall | null;
  /** Words of the memory of the sequence that goes step by step; null: none has begun. */
  #memoryWords: number | null = null;

  /** Not for direct use: `engine.createTransformerLayer`. */
  constructor(module: Module, value: TransformerLayerConfig) {
    const { weights, norm, activation, ...sizes } = checkConfig(value);
    reserve(module, [[8 * sizes.embedDim + 3 * sizes.feedforwardDim, sizes.embedDim]]);
    this.#module = module;
    this.embedDim = sizes.embedDim;
    this.#numHeads = sizes.numHeads;
    this.#hearsMemory = sizes.hearsMemory;
    this.#call = new module.BlockCall({
      ...sizes,
      norm: module.NormKind[norm],
      activation: module.FeedForwardActivation[activation],
    });
    try {
      putWeights(this.#call.parameters()!, weights);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * @param x [batch, words, embedDim]
   * @returns the same shape
   */
  forward(x: Tensor, options?: TransformerLayerOptions): Tensor {
    const call = this.#live();
    const { memory, memoryKeyLengths, ...own } = expectOptions('options', options, OPTIONS);
    const input = this.#checkInput('x', x);
    const [batch, words] = input.shape as [number, number, number];
    const heard = this.#checkMemory(memory, batch);
    const memoryWords = heard?.shape[1] ?? 1;
    const sizes = { batch, heads: this.#numHeads, queries: words };
    const self = checkAttentionOptions(own, { ...sizes, keys: words });
    const cross = checkAttentionOptions(memoryKeyLengths === undefined ? {} : { keyLengths: memoryKeyLengths }, {
      ...sizes,
      keys: memoryWords,
    });
    this.#put(call, input, heard);
    call.run(putOptions(this.#module, call, self), putOptions(this.#module, call.memoryMasks()!, cross));
    this.#memoryWords = null; // the memory of a sequence is no longer there
    return this.#take(call, input.shape);
  }

  /**
   * Begins a sequence that goes step by step.
   * @param memory what a decoder hears, [1, words, embedDim]
   */
  begin(memory?: Tensor): void {
    const call = this.#live();
    const heard = this.#checkMemory(memory, 1);
    if (heard) this.#putMemory(call, heard);
    call.beginSteps();
    this.#memoryWords = heard?.shape[1] ?? 1;
  }

  /**
   * The next vector of the sequence: the same numbers as `forward` of all vectors so far with `isCausal`, of which only
   * this one is computed.
   * @param x [1, 1, embedDim]
   * @returns [1, 1, embedDim]
   */
  step(x: Tensor): Tensor {
    const call = this.#live();
    if (this.#memoryWords === null) throw new Error('no sequence has begun: call begin() first');
    const input = this.#checkInput('x', x);
    if (showShape(input.shape) !== showShape([1, 1, this.embedDim])) {
      throw new RangeError(`x.shape: expected [1, 1, ${this.embedDim}], got ${showShape(input.shape)}`);
    }
    this.#put(call, input, null);
    const none = checkAttentionOptions({}, { batch: 1, heads: this.#numHeads, queries: 1, keys: 1 });
    call.step(putOptions(this.#module, call, none), putOptions(this.#module, call.memoryMasks()!, none));
    return this.#take(call, input.shape);
  }

  /** Frees its memory. Using it afterwards is an error that says so. */
  dispose(): void {
    this.#call?.delete();
    this.#call = null;
  }

  #live(): BlockCall {
    if (!this.#call) throw new Error('this layer has been disposed of');
    return this.#call;
  }

  #checkInput(name: string, value: unknown): Tensor {
    const tensor = checkTensor(name, value, ['batch', 'words', 'embedDim']);
    expectSize(`${name}.shape[2]`, tensor.shape[2]!, this.embedDim, 'embedDim');
    return tensor;
  }

  #checkMemory(memory: unknown, batch: number): Tensor | null {
    if (!this.#hearsMemory) {
      if (memory !== undefined) throw new TypeError('memory: expected none for an encoder layer, got one');
      return null;
    }
    const heard = this.#checkInput('memory', memory);
    expectSize('memory.shape[0]', heard.shape[0]!, batch, 'batch, as in x');
    return heard;
  }

  #put(call: BlockCall, x: Tensor, memory: Tensor | null): void {
    const [batch, words] = x.shape as [number, number, number];
    reserve(this.#module, [[16 * batch * words, this.embedDim], memory ? memory.shape : [1]]);
    call.resize(batch, words, this.embedDim);
    putFinite(this.#module, 'x', x, call.x());
    if (memory) this.#putMemory(call, memory);
  }

  #putMemory(call: BlockCall, memory: Tensor): void {
    const [batch, words] = memory.shape as [number, number, number];
    call.resizeMemory(batch, words, this.embedDim);
    putFinite(this.#module, 'memory', memory, call.memory());
  }

  #take(call: BlockCall, shape: readonly number[]): Tensor {
    expectNoOverflow(this.#module, 'output', call.x(), shape);
    return take(call.x(), shape);
  }
}
