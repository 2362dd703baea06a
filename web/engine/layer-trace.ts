// One text's part of a multi-head trace, head by head.
import { expectWholeNumber } from './checks.js';
import type { HeadTrace, LayerTrace } from './run.js';
import type { MultiheadTrace } from './multihead.js';
import type { Tensor } from './tensor.js';

/** One head of a trace of batch size 1. */
function headOf(trace: MultiheadTrace, head: number): HeadTrace {
  const one = ({ data, shape }: Tensor): Tensor => {
    const [, , rows, columns] = shape as [number, number, number, number];
    const size = rows * columns;
    return { data: data.slice(head * size, (head + 1) * size), shape: [rows, columns] };
  };
  return {
    query: one(trace.query),
    key: one(trace.key),
    value: one(trace.value),
    scores: one(trace.scores),
    scaled: one(trace.scaled),
    masked: one(trace.masked),
    weights: one(trace.weights),
    output: one(trace.heads),
  };
}

/** A trace of batch size 1, and what went into it, [queries, embedDim] and [keys, embedDim]. */
export function layerTrace(trace: MultiheadTrace, queryInput: Tensor, keyInput: Tensor): LayerTrace {
  const numHeads = trace.weights.shape[1]!;
  const withoutBatch = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(1) });
  return {
    queryInput,
    keyInput,
    weights: withoutBatch(trace.weights),
    head: (head) => headOf(trace, expectWholeNumber('head', head, 0, numHeads - 1)),
    merged: withoutBatch(trace.merged),
    output: withoutBatch(trace.output),
  };
}
