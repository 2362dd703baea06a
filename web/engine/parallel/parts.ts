// An attention cut into parts: some queries of one head each. What crosses to a worker is plain data.
import { PATTERN_BLOCK } from '../pattern.js';
import type { CheckedOptions } from '../attention-options.js';
import type { AttentionInputs, AttentionShape } from '../attention.js';
import type { Numbers, Spares } from './spares.js';

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

/** Some parts that are one worker's next work. */
export interface Bundle {
  parts: PartToDo[];
  /** What their numbers are in, and travels to and fro with them. */
  arrays: Numbers[];
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

/** How an attention is cut. */
export interface Cut {
  /** The threads that it is spread over. */
  threads: number;
  /** The most multiply-adds at once. */
  most: number;
  /** What the queries of a part, but a head's last, are a multiple of. */
  queryBlock: number;
}

/** The least multiply-adds that are given out, about half a millisecond: less is computed sooner than sent. */
const LEAST = 1e7;

/**
 * What is given out at once: some heads, or a piece of a long one. Each is a thread's share of half of what is left
 * (guided self-scheduling: Polychronopoulos & Kuck 1987), so that the last ones are small and no thread is left without
 * work for long. Pieces begin at multiples of `queryBlock`: they give the same numbers as the whole, bit for bit.
 */
export function cut(job: Job, { threads, most, queryBlock }: Cut): Part[][] {
  const { batch, heads, queries } = job.sizes;
  const rows = batch * heads * queries;
  const perRow = multiplyAdds(job) / rows;
  const given: Part[][] = [];
  for (let row = 0; row < rows;) {
    const share = ((rows - row) * perRow) / threads / 2;
    const wanted = Math.min(most, Math.max(share, LEAST)) / perRow;
    const wholeHeads = Math.round(wanted / queries) * queries;
    const piece = Math.min(Math.max(1, Math.floor(wanted / queryBlock)) * queryBlock, queries - (row % queries));
    const end = Math.min(row + (wholeHeads || piece), rows);
    given.push(partsBetween(job, row, end));
    row = end;
  }
  return given;
}

/** The rows of the whole query [batch, heads, queries, …] from one to before another, head by head. */
function partsBetween({ sizes: { heads, queries } }: Job, begin: number, end: number): Part[] {
  const parts: Part[] = [];
  for (let row = begin; row < end; row += parts.at(-1)!.queries) {
    const firstQuery = row % queries;
    const head = (row - firstQuery) / queries;
    parts.push({
      batch: Math.floor(head / heads),
      head: head % heads,
      firstQuery,
      queries: Math.min(queries - firstQuery, end - row),
    });
  }
  return parts;
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

/** Takes an array apart, piece behind piece. */
function pieces(of: Float32Array): (size: number) => Float32Array {
  let from = 0;
  return (size) => of.subarray(from, (from += size));
}

/** The same parts with their numbers in arrays that can travel: queries and outputs, keys, values. */
export function bundleOf(parts: readonly PartToDo[], spares: Spares): Bundle {
  const sum = (size: (part: PartToDo) => number) => parts.reduce((total, part) => total + size(part), 0);
  const rows = spares.take(sum(({ query, output }) => query.length + output.length));
  const keys = spares.take(sum(({ keyValue }) => keyValue?.key.length ?? 0));
  const values = spares.take(sum(({ keyValue }) => keyValue?.value.length ?? 0));
  const [nextRow, nextKey, nextValue] = [pieces(rows), pieces(keys), pieces(values)];
  const copy = (numbers: Float32Array, next: typeof nextRow) => {
    const piece = next(numbers.length);
    piece.set(numbers);
    return piece;
  };
  return {
    parts: parts.map(({ query, keyValue, output, ...part }) => ({
      ...part,
      query: copy(query, nextRow),
      keyValue: keyValue && { key: copy(keyValue.key, nextKey), value: copy(keyValue.value, nextValue) },
      output: nextRow(output.length),
    })),
    arrays: [rows, keys, values].filter(({ length }) => length > 0),
  };
}
