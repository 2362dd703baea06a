// Trace of a multi-head attention layer: the results of all its steps.
import type { AttentionTrace } from './attention.js';
import type { Tensor } from '../core/tensor.js';
import type { TensorTable } from '../runtime/tensor-table.js';
import type { Module } from '../runtime/wasm-module.js';

/** Results of all steps of a multi-head attention layer. */
export interface MultiheadTrace extends Omit<AttentionTrace, 'output'> {
  /** Projected queries, split into heads, [batch, heads, queries, headDim]. */
  query: Tensor;
  /** Projected keys, split into heads, [batch, heads, keys, headDim]. */
  key: Tensor;
  /** Projected values, split into heads, [batch, heads, keys, headDim]. */
  value: Tensor;
  /** Output of each head, weights·V, [batch, heads, queries, headDim]. */
  heads: Tensor;
  /** The heads' outputs, concatenated, [batch, queries, embedDim]. */
  concat: Tensor;
  /** Output of the layer, the concatenated heads times W_O, [batch, queries, embedDim]. */
  output: Tensor;
}

/** Tensors of a multi-head attention layer in WebAssembly memory, by name. */
export type MultiheadTensors = TensorTable<keyof Module['MultiheadTensor']>;

export interface MultiheadSizes {
  batch: number;
  heads: number;
  queries: number;
  keys: number;
  embedDim: number;
}

/**
 * Checks that every step of a multi-head attention trace is finite.
 * @throws RangeError that names the first element that exceeds the range of float32
 */
export function expectTraceFinite(
  tensors: MultiheadTensors,
  fault: number,
  inputs: { query: Tensor; key: Tensor; value: Tensor },
  { batch, heads, queries, keys, embedDim }: MultiheadSizes,
): void {
  if (fault < 0) return;
  const describe = (name: 'query' | 'key' | 'value') => ({ name, shape: inputs[name].shape });
  tensors.expectFinite(
    fault,
    { query: describe('query'), key: describe('key'), value: describe('value') },
    {
      scaled: { name: 'scaled', shape: [batch, heads, queries, keys] },
      output: { name: 'output', shape: [batch, queries, embedDim] },
    },
  );
}

export function readTrace(tensors: MultiheadTensors, sizes: MultiheadSizes): MultiheadTrace {
  const { batch, heads, queries, keys, embedDim } = sizes;
  const headDim = embedDim / heads;
  const scores = [batch, heads, queries, keys];
  return {
    query: tensors.copyOut('queryHeads', [batch, heads, queries, headDim]),
    key: tensors.copyOut('keyHeads', [batch, heads, keys, headDim]),
    value: tensors.copyOut('valueHeads', [batch, heads, keys, headDim]),
    scores: tensors.copyOut('scores', scores),
    scaled: tensors.copyOut('scaled', scores),
    masked: tensors.copyOut('masked', scores),
    weights: tensors.copyOut('weights', scores),
    heads: tensors.copyOut('heads', [batch, heads, queries, headDim]),
    concat: tensors.copyOut('concat', [batch, queries, embedDim]),
    output: tensors.copyOut('output', [batch, queries, embedDim]),
  };
}
