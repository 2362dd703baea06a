// Contributions of the keys to a head's output. Unlike an attention weight, they take the length of the value vector
// into account.
import { circumstancesOf, type AnalyzedRun } from './circumstances.js';
import { expectLayer } from './components.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import { dot } from './functionals.js';
import { expectRun } from './question.js';
import type { Run } from '../engine/transformer/run.js';

/** Contributions of each key to each query's output, for all heads of a layer, each [heads, queries, keys]. */
export interface Contributions extends AnalyzedRun<'contributions'> {
  readonly attention: AttentionType;
  readonly layer: number;
  /** Attention weights w_j of the keys j, [heads, queries, keys]. */
  readonly weights: Tensor;
  /** Length ‖w_j v_j W_O‖ of the key's contribution to the head's output, with its weight w_j and its value v_j. */
  readonly weighted: Tensor;
  /**
   * Share of each key, (w_j v_j W_O · o) / ‖o‖², with o = Σ_j w_j v_j W_O; each row of keys sums to 1, or is 0 where o
   * is 0.
   */
  readonly share: Tensor;
}

/**
 * Contributions of the keys to what a layer's heads add to the residual stream: the norm of each weighted value after
 * the output projection (Kobayashi et al. 2020, "Attention is not only a weight"), and its share in the direction of
 * the sum.
 * Limits: one layer only, before a norm of the attention's output (Gemma 2 and 3) and without b_O. A share may be below
 * 0 or above 1 if values point against the sum.
 * @returns Tensors [heads, queries, keys]
 * @throws TypeError or RangeError that names the argument
 */
export function contributions(run: Run, attention: AttentionType, layer: number): Contributions {
  const { model } = expectRun('run', run);
  expectLayer(model, attention, layer);
  const read = (step: string) => run.activation(`${attention}.${layer}.${step}`);
  const [weights, value] = [read('weights'), read('value')];
  const [heads, queries, keys] = weights.shape as [number, number, number];
  const [kvHeads, , headDim] = value.shape as [number, number, number];
  const projection = `${stackOf(attention)}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.output.weight`;
  const { data: matrix } = model.parameter(projection); // output projection W_O, [embedDim, heads · headDim]
  const result = () => ({ data: zeros('the contributions', weights.shape), shape: weights.shape });
  const [weighted, share] = [result(), result()];
  for (let head = 0; head < heads; ++head) {
    const kvHead = Math.floor((head * kvHeads) / heads);
    const values = Array.from({ length: keys }, (_, key) => rowOf(value.data, kvHead * keys + key, headDim));
    const gram = gramOf(matrix, heads * headDim, head * headDim, headDim);
    const squares = values.map((each) => dot(each, times(gram, each)));
    for (let query = 0; query < queries; ++query) {
      const ofQuery = rowOf(weights.data, head * queries + query, keys);
      const o = weightedSum(ofQuery, values, headDim);
      const along = times(gram, o);
      const square = dot(o, along);
      for (let key = 0; key < keys; ++key) {
        const at = (head * queries + query) * keys + key;
        const weight = ofQuery[key]!;
        weighted.data[at] = weight * Math.sqrt(Math.max(0, squares[key]!));
        share.data[at] = square > 0 ? (weight * dot(values[key]!, along)) / square : 0;
      }
    }
  }
  return { ...circumstancesOf('contributions', run, attention), attention, layer, weights, weighted, share };
}

const rowOf = (data: Float32Array, row: number, size: number) => data.subarray(row * size, (row + 1) * size);

function weightedSum(weights: Float32Array, values: readonly Float32Array[], size: number): Float64Array {
  const sum = new Float64Array(size);
  weights.forEach((weight, key) => values[key]!.forEach((each, at) => (sum[at]! += weight * each)));
  return sum;
}

/** Gram matrix W_Oᵀ·W_O of a head's columns, [headDim, headDim]: (a W_O) · (b W_O) = a · gram · b. */
function gramOf(matrix: Float32Array, columns: number, first: number, headDim: number): Float64Array[] {
  const gram = Array.from({ length: headDim }, () => new Float64Array(headDim));
  for (let row = 0; row < matrix.length; row += columns) {
    for (let i = 0; i < headDim; ++i) {
      const factor = matrix[row + first + i]!;
      const sums = gram[i]!;
      for (let j = 0; j < headDim; ++j) sums[j]! += factor * matrix[row + first + j]!;
    }
  }
  return gram;
}

const times = (rows: readonly Float64Array[], vector: ArrayLike<number>): Float64Array =>
  Float64Array.from(rows, (row) => dot(row, vector));
