// A multi-head trace of one text, per layer and per head.
import { expectWholeNumber } from '../core/checks.js';
import type { HeadTrace, LayerTrace } from './run.js';
import type { MultiheadTrace } from '../attention/multihead-trace.js';
import type { Tensor } from '../core/tensor.js';

/** One head of a trace of batch size 1. */
function headOf(trace: MultiheadTrace, head: number): HeadTrace {
  const sliceOf = ({ data, shape }: Tensor): Tensor => {
    const [, , rows, columns] = shape as [number, number, number, number];
    const size = rows * columns;
    return { data: data.slice(head * size, (head + 1) * size), shape: [rows, columns] };
  };
  return {
    query: sliceOf(trace.query),
    key: sliceOf(trace.key),
    value: sliceOf(trace.value),
    scores: sliceOf(trace.scores),
    scaled: sliceOf(trace.scaled),
    masked: sliceOf(trace.masked),
    weights: sliceOf(trace.weights),
    output: sliceOf(trace.heads),
  };
}

/** A trace of batch size 1, with its inputs [queries, embedDim] and [keys, embedDim]. */
export function layerTrace(trace: MultiheadTrace, queryInput: Tensor, keyInput: Tensor): LayerTrace {
  const numHeads = trace.weights.shape[1]!;
  const withoutBatch = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(1) });
  return {
    queryInput,
    keyInput,
    weights: withoutBatch(trace.weights),
    head: (head) => headOf(trace, expectWholeNumber('head', head, 0, numHeads - 1)),
    concat: withoutBatch(trace.concat),
    output: withoutBatch(trace.output),
  };
}
