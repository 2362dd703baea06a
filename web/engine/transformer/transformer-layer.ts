// A single Transformer layer, which processes a whole sequence at once, or step by step with a key/value cache.
import {
  checkAttentionOptions,
  checkKeyLengths,
  copyInOptions,
  DEFAULT_OPTIONS,
  type AttentionOptions,
} from '../attention/attention-options.js';
import {
  expectBoolean,
  expectMultiple,
  expectObject,
  expectOneOf,
  expectOptions,
  expectSize,
  expectWholeNumber,
} from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { OptionWriter } from '../runtime/option-block.js';
import { declaredParameters } from '../runtime/parameter-set.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { attentionTensors } from '../parameters/parameter-source.js';
import { ACTIVATIONS, completed, feedForwardOf, NORMS } from './description.js';
import { parametersOf, setParameters } from '../parameters/load-parameters.js';
import { sourceOf, type SourceTable } from '../parameters/parameter-source.js';
import { copyInto } from '../core/typed-arrays.js';
import { checkShaped, checkTensor, MAX_SIZE, showShape, type Tensor, type TensorInput } from '../core/tensor.js';
import type { LayerSession, ParameterSet } from '../wasm/spotlight.js';
import type { Module } from '../runtime/wasm-module.js';

/**
 * Configuration of a Transformer layer, with the names of PyTorch's `TransformerEncoderLayer` and
 * `TransformerDecoderLayer`.
 */
export interface TransformerLayerConfig {
  /**
   * Kind of layer: a 'decoder' layer has cross-attention to a memory, the encoder's output, in addition. Default
   * 'encoder'.
   */
  kind?: 'encoder' | 'decoder';
  /** Size of the layer's input and output vectors. */
  embedDim: number;
  /** Number of attention heads; must divide embedDim. */
  numHeads: number;
  /** Inner size of the feed-forward network. */
  feedforwardDim: number;
  /** True for pre-norm, x + f(norm(x)); false for post-norm, norm(x + f(x)). Default false, as in PyTorch. */
  normFirst?: boolean;
  /**
   * Kind of norm: 'layer', LayerNorm, or 'rms', RMSNorm without biases. Both have the epsilon 1e-5. Default 'layer'.
   */
  norm?: (typeof NORMS)[number];
  /**
   * Activation of the feed-forward network. 'gelu' is exact, by erf; 'swiglu' is silu(linear1(x)) · up(x), with a third
   * matrix, up.weight (Llama's up_proj). Default 'relu'.
   */
  activation?: (typeof ACTIVATIONS)[number];
  /**
   * All parameters of the layer, under PyTorch's names: self_attn.in_proj_weight [3·embedDim, embedDim],
   * self_attn.in_proj_bias, self_attn.out_proj.weight, self_attn.out_proj.bias, linear1.weight [feedforwardDim,
   * embedDim], linear1.bias, linear2.weight, linear2.bias, norm1.weight, norm1.bias, norm2.…; for a decoder also
   * multihead_attn.… and norm3.…; for 'swiglu' also up.weight and up.bias.
   */
  weights: Readonly<Record<string, TensorInput>>;
}

/** Options of a Transformer layer's call: attention options and, for a decoder layer, the encoder's output. */
export interface TransformerLayerOptions extends Pick<AttentionOptions, 'mask' | 'keyLengths' | 'isCausal'> {
  /** Output of the encoder, which a decoder layer attends to, [batch, keys, embedDim]. */
  memory?: TensorInput | null;
  /**
   * Number of real keys in each batch entry of `memory`; later keys are padding and masked out. Default: all keys are
   * real.
   */
  memoryKeyLengths?: readonly number[] | null;
}

interface CheckedConfig {
  embedDim: number;
  numHeads: number;
  feedforwardDim: number;
  hasCrossAttention: boolean;
  normFirst: boolean;
  norm: (typeof NORMS)[number];
  activation: (typeof ACTIVATIONS)[number];
  weights: Record<string, unknown>;
}

const CONFIG_FIELDS = [
  'kind',
  'embedDim',
  'numHeads',
  'feedforwardDim',
  'normFirst',
  'norm',
  'activation',
  'weights',
] as const;
const OPTION_NAMES = ['mask', 'keyLengths', 'isCausal', 'memory', 'memoryKeyLengths'] as const;

function checkConfig(value: unknown): CheckedConfig {
  const config: Record<string, unknown> = {
    kind: 'encoder',
    normFirst: false,
    norm: 'layer',
    activation: 'relu',
    ...expectOptions('config', value, CONFIG_FIELDS),
  };
  const embedDim = expectWholeNumber('embedDim', config['embedDim'], 1, MAX_SIZE);
  const numHeads = expectWholeNumber('numHeads', config['numHeads'], 1);
  expectMultiple('embedDim', embedDim, 'numHeads', numHeads);
  return {
    embedDim,
    numHeads,
    feedforwardDim: expectWholeNumber('feedforwardDim', config['feedforwardDim'], 1, MAX_SIZE),
    hasCrossAttention: expectOneOf('kind', config['kind'], ['encoder', 'decoder']) === 'decoder',
    normFirst: expectBoolean('normFirst', config['normFirst']),
    norm: expectOneOf('norm', config['norm'], NORMS),
    activation: expectOneOf('activation', config['activation'], ACTIVATIONS),
    weights: expectObject('weights', config['weights']),
  };
}

/**
 * Maps the parameters of a layer to the tensor names of torch.nn.TransformerEncoderLayer or TransformerDecoderLayer.
 */
function tensorsOf({ embedDim, hasCrossAttention, activation }: CheckedConfig): SourceTable {
  return {
    ...attentionTensors('self_attention', 'self_attn', embedDim),
    self_attention_norm: 'norm1.*',
    ...(hasCrossAttention && {
      ...attentionTensors('cross_attention', 'multihead_attn', embedDim),
      cross_attention_norm: 'norm2.*',
    }),
    feed_forward_norm: hasCrossAttention ? 'norm3.*' : 'norm2.*',
    'feed_forward.linear1': 'linear1.*',
    ...(activation === 'swiglu' && { 'feed_forward.up': 'up.*' }),
    'feed_forward.linear2': 'linear2.*',
  };
}

/**
 * Copies a Transformer layer's weights to WebAssembly memory. The names of the weights must be those of the layer's
 * parameters.
 */
function copyInWeights(module: Module, parameters: ParameterSet, config: CheckedConfig): void {
  const table = tensorsOf(config);
  const names = declaredParameters(parameters).map(({ name }) => sourceOf(table, name).tensor);
  const given = expectOptions('weights', config.weights, [...new Set(names)]);
  const inErrors = (name: string) => `weights['${name}']`;
  const read = (name: string, shape: readonly number[]) => checkShaped(inErrors(name), given[name], shape);
  setParameters({ module, set: parameters }, parametersOf(parameters, table), read, inErrors);
}

/** A Transformer layer, created by `engine.createTransformerLayer`. Call `dispose()` when done. */
export class TransformerLayer {
  readonly embedDim: number;
  readonly #numHeads: number;
  readonly #hasCrossAttention: boolean;
  readonly #tensors: TensorTable<keyof Module['LayerTensor']>;
  readonly #options: OptionWriter;
  readonly #crossOptions: OptionWriter;
  #session: LayerSession | null;
  /** Number of tokens of the encoder output that the current sequence attends to; null before `begin`. */
  #memoryLength: number | null = null;

  /** Internal constructor; use `engine.createTransformerLayer`. */
  constructor(module: Module, value: TransformerLayerConfig) {
    const config = checkConfig(value);
    const { embedDim, numHeads, feedforwardDim, hasCrossAttention, normFirst, norm, activation } = config;
    this.embedDim = embedDim;
    makeReadOnly(this);
    this.#numHeads = numHeads;
    this.#hasCrossAttention = hasCrossAttention;
    const layer = {
      layers: 1,
      vocabulary: 1,
      numHeads,
      numKvHeads: numHeads,
      headDim: embedDim / numHeads,
      feedforwardDim,
      hasCrossAttention,
      normFirst,
      norm,
      ...feedForwardOf(activation),
    };
    const session = new module.LayerSession(completed(module, { embedDim, decoder: layer }));
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.LayerTensor);
    this.#options = new OptionWriter(module, session.options());
    this.#crossOptions = new OptionWriter(module, session.crossOptions());
    try {
      copyInWeights(module, session.parameters()!, config);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * Runs the layer on whole sequences.
   * @param x [batch, queries, embedDim]
   * @returns the same shape
   */
  forward(x: TensorInput, options?: TransformerLayerOptions): Tensor {
    const session = this.#live();
    const { memory, memoryKeyLengths, ...selfOptions } = expectOptions('options', options, OPTION_NAMES);
    const input = this.#checkInput('x', x);
    const [batch, queries] = input.shape as [number, number, number];
    const checkedMemory = this.#checkMemory(memory, batch);
    const [self] = checkAttentionOptions(selfOptions, { batch, heads: this.#numHeads, queries, keys: queries });
    const cross = { ...DEFAULT_OPTIONS, keyLengths: this.#checkMemoryKeyLengths(memoryKeyLengths, checkedMemory) };
    this.#copyIn(session, input, checkedMemory);
    copyInOptions(this.#options, self);
    copyInOptions(this.#crossOptions, cross);
    this.#memoryLength = null; // `forward` overwrites the encoder output of the current sequence
    return this.#copyOut(session.forward(), input, checkedMemory);
  }

  /**
   * Starts a sequence, which `step` continues.
   * @param memory the encoder's output, for a decoder layer, [1, keys, embedDim]
   */
  begin(memory?: TensorInput | null): void {
    const session = this.#live();
    const checkedMemory = this.#checkMemory(memory, 1);
    if (checkedMemory) this.#copyInMemory(session, checkedMemory);
    this.#memoryLength = null;
    this.#expectFinite(session.begin(), null, checkedMemory);
    this.#memoryLength = checkedMemory?.shape[1] ?? 1;
  }

  /**
   * Computes the next vector of the sequence. The result equals the last row of `forward` over all vectors so far with
   * `isCausal`, but only this row is computed.
   * @param x [1, 1, embedDim]
   * @returns [1, 1, embedDim]
   */
  step(x: TensorInput): Tensor {
    const session = this.#live();
    if (this.#memoryLength === null) throw new Error('no sequence has begun: call begin() first');
    const input = this.#checkInput('x', x);
    if (showShape(input.shape) !== showShape([1, 1, this.embedDim])) {
      throw new RangeError(`x.shape: expected [1, 1, ${this.embedDim}], got ${showShape(input.shape)}`);
    }
    this.#copyIn(session, input, null);
    copyInOptions(this.#options, DEFAULT_OPTIONS);
    copyInOptions(this.#crossOptions, DEFAULT_OPTIONS);
    return this.#copyOut(session.step(), input, null);
  }

  /** Frees the layer's memory. Any later use throws an Error. */
  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  #live(): LayerSession {
    if (!this.#session) throw new Error('this layer has been disposed of');
    return this.#session;
  }

  #checkInput(name: string, value: unknown, rows = 'queries'): Tensor {
    const tensor = checkTensor(name, value, ['batch', rows, 'embedDim']);
    expectSize(`${name}.shape[2]`, tensor.shape[2]!, this.embedDim, 'embedDim');
    return tensor;
  }

  #checkMemory(memory: unknown, batch: number): Tensor | null {
    if (!this.#hasCrossAttention) {
      if ((memory ?? null) !== null) throw new TypeError('memory: expected none for an encoder layer, got one');
      return null;
    }
    const checked = this.#checkInput('memory', memory, 'keys');
    expectSize('memory.shape[0]', checked.shape[0]!, batch, 'batch, as in x');
    return checked;
  }

  #checkMemoryKeyLengths(lengths: unknown, memory: Tensor | null): Int32Array | null {
    if ((lengths ?? null) === null) return null;
    if (!memory) throw new TypeError('memoryKeyLengths: expected none for an encoder layer, got some');
    const [batch, keys] = memory.shape as [number, number, number];
    return checkKeyLengths('memoryKeyLengths', lengths, { batch, keys });
  }

  #copyIn(session: LayerSession, x: Tensor, memory: Tensor | null): void {
    const [batch, queries] = x.shape as [number, number, number];
    session.resize(batch, queries);
    copyInto(this.#tensors.view('x'), 'x.data', x.data);
    if (memory) this.#copyInMemory(session, memory);
  }

  #copyInMemory(session: LayerSession, memory: Tensor): void {
    const [batch, keys] = memory.shape as [number, number, number];
    session.resizeMemory(batch, keys);
    copyInto(this.#tensors.view('memory'), 'memory.data', memory.data);
  }

  #expectFinite(fault: number, x: Tensor | null, memory: Tensor | null): void {
    const describe = (name: 'x' | 'memory', tensor: Tensor | null) =>
      tensor ? { [name]: { name, shape: tensor.shape } } : {};
    const output = x ? { output: { name: 'output', shape: x.shape } } : {};
    this.#tensors.expectFinite(fault, { ...describe('x', x), ...describe('memory', memory) }, output);
  }

  #copyOut(fault: number, x: Tensor, memory: Tensor | null): Tensor {
    this.#expectFinite(fault, x, memory);
    return this.#tensors.copyOut('output', x.shape);
  }
}
