// Trace of a layer's multi-head attention for one text: all of its steps, accessible by head.
import { expectWholeNumber } from '../core/checks.js';
import type { HeadTrace, LayerTrace } from './run.js';
import type { MultiheadTrace } from '../attention/multihead-trace.js';
import type { Tensor } from '../core/tensor.js';

/** Attention steps of all heads of a layer, each [heads, rows, columns]. */
export type HeadsTrace = HeadTrace;

/** Copies the attention steps of one head from those of all heads. */
export function headOf(heads: HeadsTrace, head: number): HeadTrace {
  const copyHead = ({ data, shape }: Tensor): Tensor => {
    const [rows, columns] = shape.slice(-2) as [number, number];
    const size = rows * columns;
    return { data: data.slice(head * size, (head + 1) * size), shape: [rows, columns] };
  };
  return {
    query: copyHead(heads.query),
    key: copyHead(heads.key),
    value: copyHead(heads.value),
    scores: copyHead(heads.scores),
    scaled: copyHead(heads.scaled),
    masked: copyHead(heads.masked),
    weights: copyHead(heads.weights),
    output: copyHead(heads.output),
  };
}

/**
 * Converts the trace of a multi-head attention layer to the trace of a model's layer, without batch dimension.
 * @param trace trace of batch size 1
 * @param queryInput [queries, embedDim]
 * @param keyInput [keys, embedDim]
 */
export function layerTrace(trace: MultiheadTrace, queryInput: Tensor, keyInput: Tensor): LayerTrace {
  const numHeads = trace.weights.shape[1]!;
  const withoutBatch = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(1) });
  return {
    queryInput,
    keyInput,
    weights: withoutBatch(trace.weights),
    head: (head) => headOf({ ...trace, output: trace.heads }, expectWholeNumber('head', head, 0, numHeads - 1)),
    concat: withoutBatch(trace.concat),
    output: withoutBatch(trace.output),
  };
}
