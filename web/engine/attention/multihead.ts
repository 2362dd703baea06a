// A multi-head attention layer with its weights.
import { canBeFused, checkAttentionOptions, copyInOptions, expectSupported } from './attention-options.js';
import { initialProjection } from './initial-projection.js';
import { checkConfig, part, PLACES, thirds } from './multihead-config.js';
import { expectTraceFinite, readTrace } from './multihead-trace.js';
import { expectSize } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { checkOut, type OutOption } from '../core/output-buffer.js';
import { checkShaped, checkTensor, expectFinite, sizeOf, type Tensor, type TensorInput } from '../core/tensor.js';
import { areSame, copyInto } from '../core/typed-arrays.js';
import { OptionWriter } from '../runtime/option-block.js';
import { declaredParameters, setRows, type Target } from '../runtime/parameter-set.js';
import { TensorTable } from '../runtime/tensor-table.js';
import type { AttentionOptions, CheckedOptions, WithWeights } from './attention-options.js';
import type { CheckedConfig, InProjOrder, MultiheadConfig, NamedTensor } from './multihead-config.js';
import type { MultiheadSizes, MultiheadTensors, MultiheadTrace } from './multihead-trace.js';
import type { Module } from '../runtime/wasm-module.js';
import type { MultiheadSession } from '../wasm/spotlight.js';

/** Result of a multi-head attention layer. */
export interface MultiheadResult {
  /** Output of the attention layer, [batch, queries, embedDim]. */
  output: Tensor;
  /**
   * Attention weights of each head, [batch, heads, queries, keys]; only with `needWeights`. (PyTorch returns the mean
   * of the heads by default.)
   */
  weights?: Tensor;
}

/** Gradients of a loss with respect to a multi-head attention layer's inputs and parameters. */
export interface MultiheadGradients {
  /**
   * Gradient of the query, [batch, queries, embedDim]. For one tensor that was passed as query, key and value, add the
   * three gradients.
   */
  query: Tensor;
  /** Gradient of the key, [batch, keys, embedDim]. */
  key: Tensor;
  /** Gradient of the value, [batch, keys, embedDim]. */
  value: Tensor;
  /**
   * Gradient of W_Q, W_K and W_V, stacked in the order of inProjOrder even if they were given separately, [3·embedDim,
   * embedDim].
   */
  inProjWeight: Tensor;
  /** Gradient of the input projections' biases, [3·embedDim], if they exist. */
  inProjBias?: Tensor;
  /** Gradient of W_O, [embedDim, embedDim]. */
  outProjWeight: Tensor;
  /** Gradient of the output projection's bias, [embedDim], if it exists. */
  outProjBias?: Tensor;
}

/** Index of each projection in the layer's lists of weights and biases. */
const PROJECTIONS = { query: 0, key: 1, value: 2, output: 3 };

interface Inputs {
  query: Tensor;
  key: Tensor;
  value: Tensor;
  sizes: MultiheadSizes;
  options: CheckedOptions;
  /** Other options of the call, such as `out`, not checked yet. */
  others: Readonly<Record<string, unknown>>;
}

/**
 * Multi-head attention layer, PyTorch's `nn.MultiheadAttention` with batch_first: projections, heads, attention, output
 * projection.
 */
export class MultiheadAttention {
  readonly embedDim: number;
  readonly numHeads: number;
  readonly #order: InProjOrder;
  readonly #tensors: MultiheadTensors;
  readonly #options: OptionWriter;
  readonly #headOptions: OptionWriter;
  #session: MultiheadSession | null;

  /** Internal constructor; use `engine.createMultiheadAttention`. */
  constructor(module: Module, value: MultiheadConfig) {
    const config = checkConfig(value);
    const { embedDim, numHeads } = config;
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    makeReadOnly(this);
    this.#order = config.order;
    const hasBias = config.inProjBias !== null || config.outProjBias !== null;
    const session = new module.MultiheadSession(embedDim, numHeads, hasBias);
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.MultiheadTensor);
    this.#options = new OptionWriter(module, session.options());
    this.#headOptions = new OptionWriter(module, session.headOptions());
    try {
      copyInWeights({ module, set: session.parameters()! }, config);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * Runs the attention layer.
   * @param query [batch, queries, embedDim]
   * @param key [batch, keys, embedDim]; the same tensor as query for self-attention
   * @param value [batch, keys, embedDim]
   */
  forward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: AttentionOptions & OutOption & WithWeights,
  ): Required<MultiheadResult>;
  forward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: AttentionOptions & OutOption,
  ): MultiheadResult;
  forward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: AttentionOptions & OutOption,
  ): MultiheadResult {
    const inputs = this.#checkInputs(query, key, value, options, ['out']);
    const { batch, heads, queries, keys } = inputs.sizes;
    const shape = [batch, queries, this.embedDim];
    const out = checkOut(inputs.others['out'], shape);
    if (canBeFused(inputs.options)) {
      const session = this.#copyIn(inputs);
      expectTraceFinite(this.#tensors, session.compute(), inputs, inputs.sizes);
      return { output: this.#tensors.copyOut('output', shape, out) };
    }
    this.#trace(inputs);
    const output = this.#tensors.copyOut('output', shape, out);
    if (!inputs.options.needWeights) return { output };
    return { output, weights: this.#tensors.copyOut('weights', [batch, heads, queries, keys]) };
  }

  /** Same as `forward`, but returns the results of all steps. */
  trace(query: TensorInput, key: TensorInput, value: TensorInput, options?: AttentionOptions): MultiheadTrace {
    const inputs = this.#checkInputs(query, key, value, options);
    this.#trace(inputs);
    return readTrace(this.#tensors, inputs.sizes);
  }

  /**
   * Same as `trace` for self-attention of `x`, with different options for one head.
   * @internal
   */
  traceWithHead(x: Tensor, options: AttentionOptions, head: number, ofHead: AttentionOptions): MultiheadTrace {
    const inputs = this.#checkInputs(x, x, x, options);
    const session = this.#copyIn(inputs);
    copyInOptions(this.#headOptions, checkAttentionOptions(ofHead, inputs.sizes)[0]);
    expectTraceFinite(this.#tensors, session.traceWithHead(head), inputs, inputs.sizes);
    return readTrace(this.#tensors, inputs.sizes);
  }

  /**
   * Backward pass of the attention layer, as computed by PyTorch's autograd.
   * @param outputGradient gradient of the loss with respect to the output, [batch, queries, embedDim]
   * @param options as in `forward`, without dropout, `eps`, `activation: 'relu'` and `needWeights`
   */
  backward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    outputGradient: TensorInput,
    options?: AttentionOptions,
  ): MultiheadGradients {
    const inputs = this.#checkInputs(query, key, value, options);
    expectSupported(inputs.options, 'backward', 'a backward pass');
    const gradient = checkShaped('outputGradient', outputGradient, inputs.query.shape);
    const session = this.#trace(inputs);
    session.resizeOutputGradient();
    copyInto(this.#tensors.view('outputGradient'), 'outputGradient.data', gradient.data);
    const d = this.embedDim;
    const describe = (name: string, shape: readonly number[]) => ({ name, shape });
    this.#tensors.expectFinite(
      session.backward(),
      { outputGradient: describe('outputGradient', gradient.shape) },
      {
        queryGradient: describe('gradient of query', inputs.query.shape),
        keyGradient: describe('gradient of key', inputs.key.shape),
        valueGradient: describe('gradient of value', inputs.value.shape),
        queryWeightGradient: describe('gradient of inProjWeight (query)', [d, d]),
        keyWeightGradient: describe('gradient of inProjWeight (key)', [d, d]),
        valueWeightGradient: describe('gradient of inProjWeight (value)', [d, d]),
        outputWeightGradient: describe('gradient of outProjWeight', [d, d]),
        queryBiasGradient: describe('gradient of inProjBias (query)', [d]),
        keyBiasGradient: describe('gradient of inProjBias (key)', [d]),
        valueBiasGradient: describe('gradient of inProjBias (value)', [d]),
        outputBiasGradient: describe('gradient of outProjBias', [d]),
      },
    );
    return this.#copyOutGradients(inputs);
  }

  #copyOutGradients({ query, key, value }: Inputs): MultiheadGradients {
    const d = this.embedDim;
    const tensors = this.#tensors;
    const gradients: MultiheadGradients = {
      query: tensors.copyOut('queryGradient', query.shape),
      key: tensors.copyOut('keyGradient', key.shape),
      value: tensors.copyOut('valueGradient', value.shape),
      inProjWeight: this.#stacked(['queryWeightGradient', 'keyWeightGradient', 'valueWeightGradient'], [3 * d, d]),
      outProjWeight: tensors.copyOut('outputWeightGradient', [d, d]),
    };
    if (tensors.view('outputBiasGradient').length === 0) return gradients;
    return {
      ...gradients,
      inProjBias: this.#stacked(['queryBiasGradient', 'keyBiasGradient', 'valueBiasGradient'], [3 * d]),
      outProjBias: tensors.copyOut('outputBiasGradient', [d]),
    };
  }

  /** Stacks the gradients of the three input projections in one tensor, in the order of the layer's stacked weights. */
  #stacked(parts: readonly (keyof Module['MultiheadTensor'])[], shape: readonly number[]): Tensor {
    const data = new Float32Array(sizeOf(shape));
    parts.forEach((part, index) => {
      const view = this.#tensors.view(part);
      data.set(view, PLACES[this.#order][index]! * view.length);
    });
    return { data, shape };
  }

  #trace(inputs: Inputs): MultiheadSession {
    const session = this.#copyIn(inputs);
    expectTraceFinite(this.#tensors, session.trace(), inputs, inputs.sizes);
    return session;
  }

  /** Frees the layer's memory. Any later use throws an Error. */
  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  #live(): MultiheadSession {
    if (!this.#session) throw new Error('this multi-head attention has been disposed of');
    return this.#session;
  }

  #checkInputs(query: unknown, key: unknown, value: unknown, options: unknown, others: readonly string[] = []): Inputs {
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
    const sizes = { batch, heads: this.numHeads, queries, keys, embedDim: this.embedDim };
    const [checked, rest] = checkAttentionOptions(options, sizes, others);
    return { query: q, key: k, value: v, sizes, options: checked, others: rest };
  }

  #copyIn({ query, key, value, sizes, options }: Inputs): MultiheadSession {
    const session = this.#live();
    const [keyIsQuery, valueIsKey] = [areSame(key.data, query.data), areSame(value.data, key.data)];
    session.resize(sizes.batch, sizes.queries, sizes.keys, keyIsQuery, valueIsKey);
    copyInOptions(this.#options, options);
    copyInto(this.#tensors.view('query'), 'query.data', query.data);
    if (!keyIsQuery) copyInto(this.#tensors.view('key'), 'key.data', key.data);
    if (!valueIsKey) copyInto(this.#tensors.view('value'), 'value.data', value.data);
    return session;
  }
}

/**
 * Writes the weights and biases of all projections to WebAssembly memory; without given weights, initializes them with
 * random numbers.
 */
function copyInWeights(
  target: Target,
  { embedDim, weights, inProjBias, outProjBias, seed, order }: CheckedConfig,
): void {
  const zeros: Tensor = { data: new Float32Array(3 * embedDim), shape: [3 * embedDim] };
  const biases = [
    ...thirds('inProjBias', inProjBias ?? zeros, order),
    { name: 'outProjBias', tensor: outProjBias ?? part(zeros, 0, 3) },
  ];
  const given = weights && [...weights.inProj, { name: 'outProjWeight', tensor: weights.outProj }];
  const initial = (projection: number): NamedTensor => ({
    name: 'a weight',
    tensor: { data: initialProjection(target.module, embedDim, seed, projection), shape: [embedDim, embedDim] },
  });
  declaredParameters(target.set).forEach(({ name: parameter, shape }, index) => {
    const [projection, kind] = parameter.split('.') as [keyof typeof PROJECTIONS, 'weight' | 'bias'];
    const place = PROJECTIONS[projection];
    const { name, tensor } = kind === 'bias' ? biases[place]! : (given?.[place] ?? initial(place));
    expectFinite(name, tensor);
    setRows(target, index, [0, kind === 'bias' ? 1 : shape[0]!], `${name}.data`, tensor.data);
  });
  target.set.finish();
}
