// An attention cut into parts: some queries of one head each. What crosses to a worker is plain data.
import { PATTERN_BLOCK } from '../pattern.js';
import type { CheckedOptions } from '../attention-options.js';
import type { AttentionInputs, AttentionShape } from '../attention.js';

/** What all parts of one attention share. */
export interface Job {
  id: number;
  sizes: AttentionShape;
  options: CheckedOptions;
}

/** Some queries of one head, all counted from 0. */
export interface Part {
  batch: number;
  head: number;
  firstQuery: number;
  queries: number;
}

/** A part as it is to be computed, with its numbers. */
export interface PartToDo extends Part {
  /** [queries, headDim] */
  query: Float32Array;
  /** The key [keys, headDim] and value [keys, valueDim] of its head; null: those of the part before. */
  keyValue: { key: Float32Array; value: Float32Array } | null;
  /** [queries, valueDim], to be filled. */
  output: Float32Array;
}

/** About how many keys a query hears: half of them with a causal mask, a window's with a pattern. */
function keysHeard({ keys }: AttentionShape, { isCausal, pattern }: CheckedOptions): number {
  if (pattern?.kind !== 'sparse') return isCausal ? keys / 2 : keys;
  return Math.min(keys, pattern.window + PATTERN_BLOCK * (1 + pattern.randomBlocks) + pattern.global.length);
}

/** How many numbers the key and value of one head are. */
export const headSize = ({ sizes: { keys, headDim, valueDim } }: Job): number => keys * (headDim + valueDim);

/** The multiply-adds of an attention. */
export function multiplyAdds({ sizes, options }: Pick<Job, 'sizes' | 'options'>): number {
  const { batch, heads, queries, headDim, valueDim } = sizes;
  return batch * heads * queries * keysHeard(sizes, options) * (headDim + valueDim);
}

/** Where a part's first query is in the whole query [batch, heads, queries, …], counted in rows. */
export const firstRow = ({ sizes }: Job, { batch, head, firstQuery }: Part): number =>
  (batch * sizes.heads + head) * sizes.queries + firstQuery;

/** Which of the heads of keys, of all batch entries, serves a part: query heads share them in groups. */
export const keyHeadOf = ({ sizes }: Job, { batch, head }: Part): number =>
  batch * sizes.keyHeads + Math.floor((head * sizes.keyHeads) / sizes.heads);

/**
 * Parts with their numbers where they are: in the inputs, and in the output [batch, heads, queries, valueDim]. The first
 * one comes without keys where they are those of this head of keys (−1: of none).
 */
export function partsToDo(
  job: Job,
  parts: readonly Part[],
  { query, key, value }: AttentionInputs,
  output: Float32Array,
  heldKeyHead: number,
): PartToDo[] {
  const { keys, headDim, valueDim } = job.sizes;
  const rows = (of: Float32Array, first: number, count: number, columns: number) =>
    of.subarray(first * columns, (first + count) * columns);
  let held = heldKeyHead;
  return parts.map((part) => {
    const keyHead = keyHeadOf(job, part);
    const isHeld = keyHead === held;
    held = keyHead;
    return {
      ...part,
      query: rows(query.data, firstRow(job, part), part.queries, headDim),
      keyValue: isHeld
        ? null
        : {
            key: rows(key.data, keyHead * keys, keys, headDim),
            value: rows(value.data, keyHead * keys, keys, valueDim),
          },
      output: rows(output, firstRow(job, part), part.queries, valueDim),
    };
  });
}
