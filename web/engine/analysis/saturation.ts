// Saturation of the softmax: large scores make its gradient vanish, which is why scores are divided by √d_k.
import { expectBoolean, expectOptions, expectWholeNumber } from '../core/checks.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import {
  checkFiniteTensor,
  expectWithinFloat32,
  MAX_SIZE,
  zeros,
  type Tensor,
  type TensorInput,
} from '../core/tensor.js';
import type { ScaledDotProductAttention } from '../attention/attention.js';
import type { Module } from '../runtime/wasm-module.js';

/**
 * Jacobian of the softmax, from the weights that it returns: ∂wᵢ/∂sⱼ = wᵢ·(δᵢⱼ − wⱼ), where s are the scores.
 * @param weights [rows, keys], each row summing to 1
 * @returns [rows, keys, keys]
 */
export function softmaxJacobian(weights: TensorInput): Tensor {
  const { data, shape } = checkFiniteTensor('weights', weights, ['rows', 'keys']);
  const [rows, keys] = shape as [number, number];
  const jacobian = { data: zeros('the Jacobian', [rows, keys, keys]), shape: [rows, keys, keys] };
  for (let row = 0; row < rows; row++) {
    const w = data.subarray(row * keys, (row + 1) * keys);
    for (let i = 0; i < keys; i++) {
      for (let j = 0; j < keys; j++) jacobian.data[(row * keys + i) * keys + j] = w[i]! * ((i === j ? 1 : 0) - w[j]!);
    }
  }
  expectWithinFloat32('jacobian', jacobian);
  return jacobian;
}

export interface SaturationOptions {
  /** Size of the query and key vectors, d_k. */
  headDim: number;
  /** Number of keys. Default 64. */
  keys?: number;
  /** Number of random queries. Default 256. */
  queries?: number;
  /** True if the scores are divided by √headDim. Default true. */
  scaled?: boolean;
  /** Seed of the random queries and keys. Default 0. */
  seed?: number;
}

/**
 * Statistics of the softmax for random queries and keys (independent standard normal numbers), averaged over the
 * queries.
 */
export interface Saturation {
  /** Variance of the scores that enter the softmax: about headDim, or about 1 if they are scaled. */
  scoreVariance: number;
  /** Entropy of the attention weights of a query in nats: ln(keys) if they are uniform, 0 if one of them is 1. */
  entropy: number;
  /** Largest attention weight of a query. */
  largestWeight: number;
  /** Frobenius norm of the softmax's Jacobian, which scales gradients in the backward pass. */
  gradientNorm: number;
}

const mean = (numbers: Float32Array): number => {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum / numbers.length;
};

function variance(numbers: Float32Array): number {
  const center = mean(numbers);
  let sum = 0;
  for (const number of numbers) sum += (number - center) ** 2;
  return sum / numbers.length;
}

/** Entropy of a row of attention weights, in nats. */
function entropy(weights: Float32Array): number {
  let sum = 0;
  for (const w of weights) if (w > 0) sum -= w * Math.log(w);
  return sum;
}

/** Squared Frobenius norm ‖diag(w) − w·wᵀ‖² of the softmax's Jacobian, computed without the matrix. */
function squaredJacobianNorm(weights: Float32Array): number {
  let [squares, cubes] = [0, 0];
  for (const w of weights) {
    squares += w * w;
    cubes += w * w * w;
  }
  return Math.max(0, squares - 2 * cubes + squares * squares);
}

/**
 * Draws a tensor of standard normal numbers. `stream` (0 or 1) selects one of two independent sequences of random
 * numbers.
 */
function normal(module: Module, shape: readonly [1, 1, number, number], seed: number, stream: number): Tensor {
  const generated = new module.GeneratedTensor();
  try {
    generated.resize(shape[2], shape[3]);
    generated.fillNormal(seed, 2, stream);
    return copyOutAt(module, generated.address(), shape);
  } finally {
    generated.delete();
  }
}

export function saturation(module: Module, attention: ScaledDotProductAttention, value: SaturationOptions): Saturation {
  const options: Record<string, unknown> = {
    keys: 64,
    queries: 256,
    scaled: true,
    seed: 0,
    ...expectOptions('options', value, ['headDim', 'keys', 'queries', 'scaled', 'seed']),
  };
  const headDim = expectWholeNumber('headDim', options['headDim'], 1, MAX_SIZE);
  const keys = expectWholeNumber('keys', options['keys'], 1, MAX_SIZE);
  const queries = expectWholeNumber('queries', options['queries'], 1, MAX_SIZE);
  const scaled = expectBoolean('scaled', options['scaled']);
  const seed = expectWholeNumber('seed', options['seed'], 0);
  const query = normal(module, [1, 1, queries, headDim], seed, 0);
  const key = normal(module, [1, 1, keys, headDim], seed, 1);
  const trace = attention.trace(query, key, key, scaled ? {} : { scale: 1 });
  const meanOfRows = (measure: (row: Float32Array) => number): number => {
    let sum = 0;
    for (let row = 0; row < queries; ++row) sum += measure(trace.weights.data.subarray(row * keys, (row + 1) * keys));
    return sum / queries;
  };
  return {
    scoreVariance: variance(trace.scaled.data),
    entropy: meanOfRows(entropy),
    largestWeight: meanOfRows((row) => row.reduce((largest, w) => Math.max(largest, w), 0)),
    gradientNorm: meanOfRows((row) => Math.sqrt(squaredJacobianNorm(row))),
  };
}
