// Multi-head attention with its weights.
import {
  canBeFused,
  checkAttentionOptions,
  putOptions,
  type AttentionOptions,
  type CheckedOptions,
} from './attention-options.js';
import { expectDifferentiable } from './attention.js';
import { expectOptions, expectSize, expectWholeNumber, expectOneOf } from './checks.js';
import { expectNoOverflow, putFinite, reserve, take } from './memory.js';
import { shapesOfSteps, takeSteps } from './multihead-steps.js';
import { checkShaped, checkTensor, sizeOf, type Tensor } from './tensor.js';
import { checkOut, type OutOption } from './out.js';
import type { AttentionTrace } from './attention.js';
import type { Module } from './load.js';
import type { MultiheadAttentionCall } from './wasm/spotlight.js';

/** How a multi-head attention is made; the weights are laid out as in PyTorch's `nn.MultiheadAttention`. */
export interface MultiheadConfig {
  /** Length of the vectors that go in and come out. */
  embedDim: number;
  /** Number of heads; must divide embedDim. */
  numHeads: number;
  /**
   * In which order inProjWeight and inProjBias have query, key and value. Default 'qkv', PyTorch's; some texts have
   * 'kqv'.
   */
  inProjOrder?: 'qkv' | 'kqv';
  /** W_Q, W_K and W_V one below the other, [3 · embedDim, embedDim]. Left out with outProjWeight: Xavier's, of `seed`. */
  inProjWeight?: Tensor;
  /** W_Q, W_K and W_V by themselves, each [embedDim, embedDim]; all three in place of inProjWeight. */
  qProjWeight?: Tensor;
  kProjWeight?: Tensor;
  vProjWeight?: Tensor;
  /** Their biases, [3 · embedDim]. Left out: none. */
  inProjBias?: Tensor;
  /** W_O, [embedDim, embedDim]. */
  outProjWeight?: Tensor;
  /** Its bias, [embedDim]. Left out: none. */
  outProjBias?: Tensor;
  /** Of the initial weights where none are given. Default 0. */
  seed?: number;
}

/** The names of W_Q, W_K and W_V where they are not one matrix, as in PyTorch. */
const SEPARATE = ['qProjWeight', 'kProjWeight', 'vProjWeight'] as const;

const KNOWN: readonly (keyof MultiheadConfig)[] = [
  'embedDim',
  'numHeads',
  'inProjOrder',
  'inProjWeight',
  ...SEPARATE,
  'inProjBias',
  'outProjWeight',
  'outProjBias',
  'seed',
];

/** What a multi-head attention gives. */
export interface MultiheadResult {
  /** [batch, queries, embedDim] */
  output: Tensor;
  /** [batch, heads, queries, keys], of each head (PyTorch's default is their mean); with `needWeights` only. */
  weights?: Tensor;
}

/** Every step of a multi-head attention. */
export interface MultiheadTrace extends Omit<AttentionTrace, 'output'> {
  /** Projected and split, [batch, heads, queries, headDim]. */
  query: Tensor;
  /** Projected and split, [batch, heads, keys, headDim]. */
  key: Tensor;
  /** Projected and split, [batch, heads, keys, headDim]. */
  value: Tensor;
  /** weights·V of each head, [batch, heads, queries, headDim]. */
  heads: Tensor;
  /** The heads' outputs one behind the other, [batch, queries, embedDim]. */
  merged: Tensor;
  /** merged through W_O, [batch, queries, embedDim]. */
  output: Tensor;
}

interface Inputs {
  query: Tensor;
  key: Tensor;
  value: Tensor;
  sizes: { batch: number; heads: number; queries: number; keys: number };
  options: CheckedOptions;
}

/** The gradients of a loss with respect to the inputs and to all parameters, named as PyTorch names those. */
export interface MultiheadGradients {
  /** [batch, queries, embedDim]; where one tensor is query, key and value, its gradient is the sum of the three. */
  query: Tensor;
  /** [batch, keys, embedDim] */
  key: Tensor;
  /** [batch, keys, embedDim] */
  value: Tensor;
  /** [3·embedDim, embedDim], in the order of inProjOrder, also where W_Q, W_K and W_V were given by themselves. */
  inProjWeight: Tensor;
  /** [3·embedDim]; with a bias only. */
  inProjBias?: Tensor;
  /** [embedDim, embedDim] */
  outProjWeight: Tensor;
  /** [embedDim]; with a bias only. */
  outProjBias?: Tensor;
}

/** PyTorch's `nn.MultiheadAttention` with batch_first: projections, heads, attention, output projection. */
export class MultiheadAttention {
  readonly embedDim: number;
  readonly numHeads: number;
  readonly #module: Module;
  readonly #order: InProjOrder;
  #call: MultiheadAttentionCall | null;

  /** Not for direct use: `engine.createMultiheadAttention`. */
  constructor(module: Module, value: MultiheadConfig) {
    const config = checkConfig(value);
    const { embedDim, numHeads } = config;
    reserve(module, [[4, embedDim, embedDim]]);
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.#module = module;
    this.#order = config.order;
    const hasBias = config.inProjBias !== null || config.outProjBias !== null;
    this.#call = new module.MultiheadAttentionCall(embedDim, numHeads, hasBias);
    try {
      putWeights(module, this.#call, config);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * @param query [batch, queries, embedDim]
   * @param key [batch, keys, embedDim]; for self-attention the same as query
   * @param value [batch, keys, embedDim]
   */
  forward(query: Tensor, key: Tensor, value: Tensor, options?: AttentionOptions & OutOption): MultiheadResult {
    const inputs = this.#checkInputs(query, key, value, options, ['out']);
    const { batch, queries } = inputs.sizes;
    const shape = [batch, queries, this.embedDim];
    const out = checkOut(options, shape);
    if (!canBeFused(inputs.options)) {
      const { weights } = this.#trace(inputs);
      const output = take(this.#live().output(), shape, out);
      return inputs.options.needWeights ? { output, weights } : { output };
    }
    // Projections of all inputs, and the merged heads.
    const call = this.#put(inputs, [query.shape, key.shape, value.shape, shape, shape]);
    call.compute(putOptions(this.#module, call, inputs.options));
    expectNoOverflow(this.#module, 'output', call.output(), shape);
    return { output: take(call.output(), shape, out) };
  }

  /** As `forward`, with every step kept. */
  trace(query: Tensor, key: Tensor, value: Tensor, options?: AttentionOptions): MultiheadTrace {
    return this.#trace(this.#checkInputs(query, key, value, options));
  }

  /**
   * The backward pass, as PyTorch's autograd gives it.
   * @param outputGradient of the loss with respect to the output, [batch, queries, embedDim]
   * @param options as in `forward`; without dropout
   */
  backward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    outputGradient: Tensor,
    options?: AttentionOptions,
  ): MultiheadGradients {
    const inputs = this.#checkInputs(query, key, value, options);
    expectDifferentiable(inputs.options);
    const given = checkShaped('outputGradient', outputGradient, inputs.query.shape);
    this.#trace(inputs);
    const call = this.#live();
    putFinite(this.#module, 'outputGradient', given, call.outputGradient());
    call.backward(putOptions(this.#module, call, inputs.options));
    return this.#takeGradients(call, inputs);
  }

  #takeGradients(call: MultiheadAttentionCall, { query, key, value }: Inputs): MultiheadGradients {
    const d = this.embedDim;
    const gradients: MultiheadGradients = {
      query: take(call.queryGradient(), query.shape),
      key: take(call.keyGradient(), key.shape),
      value: take(call.valueGradient(), value.shape),
      inProjWeight: joined(this.#inOrder(call.toQueryGradient(), call.toKeyGradient(), call.toValueGradient()), [
        3 * d,
        d,
      ]),
      outProjWeight: take(call.toOutputGradient(), [d, d]),
    };
    if (call.outputBiasGradient().length === 0) return gradients;
    const inner = this.#inOrder(call.queryBiasGradient(), call.keyBiasGradient(), call.valueBiasGradient());
    return { ...gradients, inProjBias: joined(inner, [3 * d]), outProjBias: take(call.outputBiasGradient(), [d]) };
  }

  /** What belongs to query, key and value, in the order of inProjWeight. */
  #inOrder(...three: [Float32Array, Float32Array, Float32Array]): Float32Array[] {
    const places = PLACES[this.#order];
    return three.map((_, place) => three[places.indexOf(place)]!);
  }

  #trace(inputs: Inputs): MultiheadTrace {
    const sizes = { ...inputs.sizes, embedDim: this.embedDim };
    const call = this.#put(inputs, shapesOfSteps(sizes));
    call.trace(putOptions(this.#module, call, inputs.options));
    return takeSteps(this.#module, call, sizes);
  }

  /** Frees its memory. Using it afterwards is an error that says so. */
  dispose(): void {
    this.#call?.delete();
    this.#call = null;
  }

  #live(): MultiheadAttentionCall {
    if (!this.#call) throw new Error('this multi-head attention has been disposed of');
    return this.#call;
  }

  #checkInputs(query: unknown, key: unknown, value: unknown, options: unknown, more: readonly string[] = []): Inputs {
    this.#live();
    const q = checkTensor('query', query, ['batch', 'queries', 'embedDim']);
    const k = checkTensor('key', key, ['batch', 'keys', 'embedDim']);
    const v = checkTensor('value', value, ['batch', 'keys', 'embedDim']);
    const [batch, queries] = q.shape as [number, number, number];
    const keys = k.shape[1]!;
    for (const [name, { shape }] of Object.entries({ query: q, key: k, value: v })) {
      expectSize(`${name}.shape[0]`, shape[0]!, batch, 'batch, as in query');
      expectSize(`${name}.shape[2]`, shape[2]!, this.embedDim, 'embedDim');
    }
    expectSize('value.shape[1]', v.shape[1]!, keys, 'keys, as in key');
    const sizes = { batch, heads: this.numHeads, queries, keys };
    return { query: q, key: k, value: v, sizes, options: checkAttentionOptions(options, sizes, more) };
  }

  /** Makes sure of the memory for arrays of these shapes and for the inputs, and puts the inputs there. */
  #put({ query, key, value, sizes }: Inputs, shapes: readonly (readonly number[])[]): MultiheadAttentionCall {
    const call = this.#live();
    reserve(this.#module, [query.shape, key.shape, value.shape, ...shapes]);
    const [keyIsQuery, valueIsKey] = [key.data === query.data, value.data === key.data];
    call.resize(sizes.batch, sizes.queries, sizes.keys, this.embedDim, keyIsQuery, valueIsKey);
    putFinite(this.#module, 'query', query, call.query());
    if (!keyIsQuery) putFinite(this.#module, 'key', key, call.key());
    if (!valueIsKey) putFinite(this.#module, 'value', value, call.value());
    return call;
  }
}

/** Copies of several views, one behind the other. */
function joined(views: readonly Float32Array[], shape: readonly number[]): Tensor {
  const data = new Float32Array(sizeOf(shape));
  let at = 0;
  for (const view of views) {
    data.set(view, at);
    at += view.length;
  }
  return { data, shape };
}

type InProjOrder = NonNullable<MultiheadConfig['inProjOrder']>;

/** In which third of inProjWeight query, key and value are. */
const PLACES: Record<InProjOrder, readonly number[]> = { qkv: [0, 1, 2], kqv: [1, 0, 2] };

interface Named {
  name: string;
  given: Tensor;
}

interface CheckedConfig {
  order: InProjOrder;
  embedDim: number;
  numHeads: number;
  /** W_Q, W_K and W_V with the names to tell them by, and W_O. */
  weights: { inProj: readonly Named[]; outProj: Tensor } | null;
  inProjBias: Tensor | null;
  outProjBias: Tensor | null;
  seed: number;
}

const LARGEST_EMBED_DIM = 16384;

function checkConfig(value: unknown): CheckedConfig {
  const config = expectOptions('config', value, KNOWN);
  const embedDim = expectWholeNumber('embedDim', config['embedDim'], 1, LARGEST_EMBED_DIM);
  const numHeads = expectWholeNumber('numHeads', config['numHeads'], 1);
  if (embedDim % numHeads !== 0) {
    throw new RangeError(`embedDim: expected a multiple of numHeads = ${numHeads}, got ${embedDim}`);
  }
  const optional = (name: keyof MultiheadConfig, shape: readonly number[]): Tensor | null =>
    config[name] === undefined ? null : checkShaped(name, config[name], shape);
  const order = expectOneOf('inProjOrder', config['inProjOrder'] ?? 'qkv', ['qkv', 'kqv']);
  const combined = optional('inProjWeight', [3 * embedDim, embedDim]);
  const separate = SEPARATE.flatMap((name) => {
    const given = optional(name, [embedDim, embedDim]);
    return given ? [{ name, given }] : [];
  });
  const outProj = optional('outProjWeight', [embedDim, embedDim]);
  if (separate.length > 0 && (separate.length < 3 || combined)) {
    throw new TypeError(
      `${SEPARATE.join(', ')}: expected all three and no inProjWeight, got ${separate.length} of them` +
        (combined ? ' and inProjWeight' : ''),
    );
  }
  const inProj = combined ? thirds('inProjWeight', combined, order) : separate;
  if ((inProj.length === 0) !== (outProj === null)) {
    throw new TypeError('inProjWeight and outProjWeight: expected both or neither, got one');
  }
  return {
    embedDim,
    numHeads,
    order,
    weights: outProj && { inProj, outProj },
    inProjBias: optional('inProjBias', [3 * embedDim]),
    outProjBias: optional('outProjBias', [embedDim]),
    seed: config['seed'] === undefined ? 0 : expectWholeNumber('seed', config['seed'], 0),
  };
}

/** The part of a tensor's rows that is one of several equal parts. */
function part({ data, shape }: Tensor, index: number, of: number): Tensor {
  const size = data.length / of;
  return { data: data.subarray(index * size, (index + 1) * size), shape: [shape[0]! / of, ...shape.slice(1)] };
}

/** What belongs to query, key and value, of a tensor that has the three one below the other. */
function thirds(name: string, given: Tensor, order: InProjOrder): Named[] {
  return PLACES[order].map((place, index) => ({
    name: `${name} (${['query', 'key', 'value'][index]})`,
    given: part(given, place, 3),
  }));
}

function putWeights(module: Module, call: MultiheadAttentionCall, config: CheckedConfig): void {
  const { embedDim, weights, inProjBias, outProjBias, seed } = config;
  const zeros: Tensor = { data: new Float32Array(3 * embedDim), shape: [3 * embedDim] };
  const numbers = new module.Numbers(weights ? 1 : embedDim * embedDim);
  const putWeight = (weight: Named | null, index: number) => {
    if (weight) {
      putFinite(module, weight.name, weight.given, call.weight());
      return;
    }
    numbers.fillXavierUniform(embedDim, embedDim, 1, seed * 4 + index);
    call.weight().set(numbers.values());
  };
  const inBiases = thirds('inProjBias', inProjBias ?? zeros, config.order);
  const putBias = ({ name, given }: Named) => {
    if (inProjBias || outProjBias) putFinite(module, name, given, call.bias());
  };
  try {
    [() => call.setQuery(), () => call.setKey(), () => call.setValue()].forEach((set, index) => {
      putWeight(weights && weights.inProj[index]!, index);
      putBias(inBiases[index]!);
      set();
    });
    putWeight(weights && { name: 'outProjWeight', given: weights.outProj }, 3);
    putBias({ name: 'outProjBias', given: outProjBias ?? part(zeros, 0, 3) });
    call.setOutput();
  } finally {
    numbers.delete();
  }
}
