// Scaled dot-product attention, softmax(Q·Kᵀ/√d_k + M)·V.
import { canBeFused, copyInOptions, expectSupported, type ScaledDotProductOptions } from './attention-options.js';
import { checkInputs, outputShape, type AttentionInputs } from './attention-inputs.js';
import { expectWholeNumber } from '../core/checks.js';
import { OptionWriter } from '../runtime/option-block.js';
import { TensorTable, type Described } from '../runtime/tensor-table.js';
import { checkShaped, zeros, type Tensor, type TensorInput } from '../core/tensor.js';
import { copyInto } from '../core/typed-arrays.js';
import { checkOut, type OutOption } from '../core/output-buffer.js';
import { variantOf } from './variants.js';
import type { Flags } from './mask.js';
import type { Module } from '../runtime/wasm-module.js';
import type { SparsePattern } from './sparse-pattern.js';
import type { AttentionSession } from '../wasm/spotlight.js';

/** Result of attention whose query, key and value are already split into heads. */
export interface AttentionResult {
  /** Attention output, [batch, heads, queries, valueDim]. */
  output: Tensor;
  /**
   * Attention weights, [batch, heads, queries, keys]; only with `needWeights`. Rows sum to 1, or to 0 if all keys are
   * masked.
   */
  weights?: Tensor;
}

/** All steps of a scaled dot-product attention call. */
export interface AttentionTrace {
  /** Scores Q·Kᵀ, [batch, heads, queries, keys]. */
  scores: Tensor;
  /** Scaled scores, scores · scale, [batch, heads, queries, keys]. */
  scaled: Tensor;
  /** Masked scores, scaled + mask, [batch, heads, queries, keys]; −Infinity where a key is masked out. */
  masked: Tensor;
  /** Attention weights, [batch, heads, queries, keys]: softmax of each row of the masked scores, then dropout. */
  weights: Tensor;
  /** Weighted sums of the values, weights·V, [batch, heads, queries, valueDim]. */
  output: Tensor;
}

/** Gradients of a loss with respect to the inputs and the steps of attention. */
export interface AttentionGradients {
  /** Gradient of the query, [batch, heads, queries, headDim]. */
  query: Tensor;
  /** Gradient of the key, [batch, numKeyValueHeads, keys, headDim]. */
  key: Tensor;
  /** Gradient of the value, [batch, numKeyValueHeads, keys, valueDim]. */
  value: Tensor;
  /** Gradient of the attention weights, [batch, heads, queries, keys]. */
  weights: Tensor;
  /** Gradient of the scores Q·Kᵀ, before scaling, [batch, heads, queries, keys]. */
  scores: Tensor;
}

type Name = keyof Module['AttentionTensor'];

/** Scaled dot-product attention in one WebAssembly module, whose memory is reused between calls. */
export class ScaledDotProductAttention {
  readonly #module: Module;
  readonly #session: AttentionSession;
  readonly #tensors: TensorTable<Name>;
  readonly #options: OptionWriter;

  constructor(module: Module) {
    this.#module = module;
    this.#session = new module.AttentionSession();
    this.#tensors = new TensorTable(module, this.#session.tensors(), module.AttentionTensor);
    this.#options = new OptionWriter(module, this.#session.options());
  }

  /** Computes attention in the fused pass, which stores no weights, unless the options require the weights. */
  forward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption,
  ): AttentionResult {
    const inputs = checkInputs(query, key, value, options, ['out']);
    return this.compute(inputs, checkOut(inputs.others['out'], outputShape(inputs.sizes)));
  }

  /** Computes attention from checked inputs, and writes the output to `out` or to a new array. */
  compute(inputs: AttentionInputs, out: Float32Array | null): AttentionResult {
    const shape = outputShape(inputs.sizes);
    const { variant, needWeights } = inputs.options;
    if (variant === null && !canBeFused(inputs.options)) {
      this.#trace(inputs);
      const output = this.#tensors.copyOut('output', shape, out);
      return needWeights ? { output, weights: this.#tensors.copyOut('weights', scoresShape(inputs)) } : { output };
    }
    if (variant === null) {
      this.#copyIn(inputs);
      this.#expectFinite(this.#session.compute(), inputs);
    } else {
      const { compute, described } = variantOf(variant, inputs);
      this.#copyIn(inputs);
      this.#expectFinite(compute(this.#module, this.#session, this.#tensors), inputs, described);
    }
    return { output: this.#tensors.copyOut('output', shape, out) };
  }

  trace(query: TensorInput, key: TensorInput, value: TensorInput, options?: ScaledDotProductOptions): AttentionTrace {
    const inputs = checkInputs(query, key, value, options);
    expectSupported(inputs.options, 'trace', 'a trace');
    this.#trace(inputs);
    const copyOut = (name: Name) => this.#tensors.copyOut(name, scoresShape(inputs));
    return {
      scores: copyOut('scores'),
      scaled: copyOut('scaled'),
      masked: copyOut('masked'),
      weights: copyOut('weights'),
      output: this.#tensors.copyOut('output', outputShape(inputs.sizes)),
    };
  }

  backward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    outputGradient: TensorInput,
    options?: ScaledDotProductOptions,
  ): AttentionGradients {
    const inputs = checkInputs(query, key, value, options);
    expectSupported(inputs.options, 'backward', 'a backward pass');
    const shape = outputShape(inputs.sizes);
    const gradient = checkShaped('outputGradient', outputGradient, shape);
    const scores = scoresShape(inputs);
    this.#trace(inputs);
    this.#session.resizeOutputGradient();
    copyInto(this.#tensors.view('outputGradient'), 'outputGradient.data', gradient.data);
    const gradientOf = (name: 'query' | 'key' | 'value') => ({
      name: `gradient of ${name}`,
      shape: inputs[name].shape,
    });
    this.#tensors.expectFinite(
      this.#session.backward(),
      { outputGradient: { name: 'outputGradient', shape } },
      {
        queryGradient: gradientOf('query'),
        keyGradient: gradientOf('key'),
        valueGradient: gradientOf('value'),
        weightsGradient: { name: 'gradient of weights', shape: scores },
        scoresGradient: { name: 'gradient of scores', shape: scores },
      },
    );
    return {
      query: this.#tensors.copyOut('queryGradient', inputs.query.shape),
      key: this.#tensors.copyOut('keyGradient', inputs.key.shape),
      value: this.#tensors.copyOut('valueGradient', inputs.value.shape),
      weights: this.#tensors.copyOut('weightsGradient', scores),
      scores: this.#tensors.copyOut('scoresGradient', scores),
    };
  }

  /**
   * Mask of a sparse pattern's token pairs, read from the trace of attention whose inputs are all 0: the masked score
   * of a pair is 0 if the pattern contains it, else −Infinity.
   */
  patternMask(pattern: SparsePattern, seqLen: number): { allow: Flags } {
    const size = expectWholeNumber('seqLen', seqLen, 1);
    const shape = [1, 1, size, 1];
    const x = { data: zeros('seqLen', shape), shape };
    const { masked } = this.trace(x, x, x, { pattern });
    const data = new Uint8Array(masked.data.length);
    for (let pair = 0; pair < data.length; pair++) data[pair] = Number(masked.data[pair] === 0);
    return { allow: { data, shape: [size, size] } };
  }

  dispose(): void {
    this.#session.delete();
  }

  #trace(inputs: AttentionInputs): void {
    this.#copyIn(inputs);
    this.#expectFinite(this.#session.trace(), inputs);
  }

  #copyIn({ query, key, value, sizes, options }: AttentionInputs): void {
    const { batch, heads, numKeyValueHeads, queries, keys, headDim, valueDim } = sizes;
    this.#session.resize(batch, heads, numKeyValueHeads, queries, keys, headDim, valueDim);
    copyInOptions(this.#options, options);
    copyInto(this.#tensors.view('query'), 'query.data', query.data);
    copyInto(this.#tensors.view('key'), 'key.data', key.data);
    copyInto(this.#tensors.view('value'), 'value.data', value.data);
  }

  #expectFinite(fault: number, inputs: AttentionInputs, more: Partial<Record<Name, Described>> = {}): void {
    if (fault < 0) return;
    const { query, key, value, sizes } = inputs;
    this.#tensors.expectFinite(
      fault,
      {
        query: { name: 'query', shape: query.shape },
        key: { name: 'key', shape: key.shape },
        value: { name: 'value', shape: value.shape },
        ...more,
      },
      {
        scaled: { name: 'scaled', shape: scoresShape(inputs) },
        output: { name: 'output', shape: outputShape(sizes) },
      },
    );
  }
}

const scoresShape = ({ sizes: { batch, heads, queries, keys } }: AttentionInputs): readonly number[] => [
  batch,
  heads,
  queries,
  keys,
];
