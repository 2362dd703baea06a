// Work items: each is a range of queries of one attention head, as plain data that can be sent to a worker.
import { PATTERN_BLOCK } from '../attention/sparse-pattern.js';
import { canBeFused, type CheckedOptions } from '../attention/attention-options.js';
import type { AttentionInputs, AttentionShape } from '../attention/attention-inputs.js';

/** Description of an attention call, which all of its work items share. */
export interface Job {
  id: number;
  sizes: AttentionShape;
  options: CheckedOptions;
}

/** A range of queries of one head: its batch entry, head, first query and number of queries. Indices start at 0. */
export interface WorkItem {
  batch: number;
  head: number;
  firstQuery: number;
  queries: number;
}

export interface WorkItemWithData extends WorkItem {
  /** Queries of the work item, [queries, headDim]. */
  query: Float32Array;
  /**
   * Keys, [keys, headDim], and values, [keys, valueDim], of the item's head; null if they are those of the previous
   * item.
   */
  keyValue: { key: Float32Array; value: Float32Array } | null;
  /** Array that receives the item's attention output, [queries, valueDim]. */
  output: Float32Array;
  /** Array that receives the item's attention weights, [queries, keys]; empty if they are not requested. */
  weights: Float32Array;
}

/** Results of a work item, or of a whole attention call. */
export type Results = Pick<WorkItemWithData, 'output' | 'weights'>;

/** True if every step of the attention must be stored, because the fused pass does not support the options. */
export const isTraced = ({ options }: Pick<Job, 'options'>): boolean => !canBeFused(options);

/** Cost of one score in multiply-adds, in the steps of a trace after the score itself, from scaling to dropout. */
const TRACED_FMA = 120;

/**
 * Mean number of keys per query that the fused pass computes. Causal attention skips keys after the query's position,
 * and sparse attention skips keys outside the pattern.
 */
function attendedKeys({ queries, keys }: AttentionShape, { isCausal, firstQuery, pattern }: CheckedOptions): number {
  if (pattern === null) {
    return isCausal ? (keysUpTo(firstQuery + queries, keys) - keysUpTo(firstQuery, keys)) / queries : keys;
  }
  return Math.min(keys, pattern.window + PATTERN_BLOCK * (1 + pattern.randomBlocks) + pattern.global.length);
}

/**
 * Total number of keys that the positions below `end` attend to in causal attention, with at most `keys` keys each.
 * Negative positions attend to none.
 */
function keysUpTo(end: number, keys: number): number {
  const within = Math.min(Math.max(end, 0), keys);
  return (within * (within + 1)) / 2 + keys * Math.max(end - keys, 0);
}

/** Number of floats in the keys and values of one head. */
export const keyValueSize = ({ sizes: { keys, headDim, valueDim } }: Job): number => keys * (headDim + valueDim);

export function multiplyAdds({ sizes, options }: Pick<Job, 'sizes' | 'options'>): number {
  const { batch, heads, queries, keys, headDim, valueDim } = sizes;
  const perQuery = isTraced({ options })
    ? keys * (headDim + valueDim + TRACED_FMA)
    : attendedKeys(sizes, options) * (headDim + valueDim);
  return batch * heads * queries * perQuery;
}

/**
 * Row index of a work item's first query in the query tensor, if its leading dimensions are flattened, [batch · heads ·
 * queries, headDim].
 */
export const firstRow = ({ sizes }: Job, { batch, head, firstQuery }: WorkItem): number =>
  (batch * sizes.heads + head) * sizes.queries + firstQuery;

/**
 * Index of a work item's key/value head, counted over all batch entries. In grouped-query attention, several heads
 * share one.
 */
export const keyValueHeadOf = ({ sizes }: Job, { batch, head }: WorkItem): number =>
  batch * sizes.numKeyValueHeads + Math.floor((head * sizes.numKeyValueHeads) / sizes.heads);

/**
 * Adds views of the inputs and results to work items. An item without keys and values uses those of the item before it.
 * @param heldHead key/value head that the thread already holds; −1 if none
 */
export function withData(
  job: Job,
  items: readonly WorkItem[],
  { query, key, value }: AttentionInputs,
  { output, weights }: Results,
  heldHead: number,
): WorkItemWithData[] {
  const { keys, headDim, valueDim } = job.sizes;
  const rows = (of: Float32Array, first: number, count: number, columns: number) =>
    of.subarray(first * columns, (first + count) * columns);
  let held = heldHead;
  return items.map((item) => {
    const keyValueHead = keyValueHeadOf(job, item);
    const isHeld = keyValueHead === held;
    held = keyValueHead;
    return {
      ...item,
      query: rows(query.data, firstRow(job, item), item.queries, headDim),
      keyValue: isHeld
        ? null
        : {
            key: rows(key.data, keyValueHead * keys, keys, headDim),
            value: rows(value.data, keyValueHead * keys, keys, valueDim),
          },
      output: rows(output, firstRow(job, item), item.queries, valueDim),
      weights: rows(weights, firstRow(job, item), item.queries, keys),
    };
  });
}
