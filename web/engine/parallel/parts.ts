// An attention cut into parts: some queries of one head each. What crosses to a worker is plain data.
import { PATTERN_BLOCK } from '../pattern.js';
import type { CheckedOptions } from '../attention-options.js';
import type { AttentionInputs, AttentionShape } from '../attention.js';
import type { Numbers, Spares } from './spares.js';
import type { Tensor } from '../tensor.js';

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

/** A part as it is to be computed. */
export interface PartToDo extends Part {
  /** Whether its head's keys and values come with it; else they are those of the part before. */
  bringsKeys: boolean;
}

/** Some parts with their numbers, in arrays that are at least that long and travel to and fro. */
export interface Bundle {
  parts: PartToDo[];
  /** The outputs [queries, valueDim] of each part, to be filled; behind them the queries [queries, headDim] of each. */
  numbers: Numbers;
  /** The keys [keys, headDim] of each part that brings them. */
  keys: Numbers;
  /** The values [keys, valueDim] of each part that brings them. */
  values: Numbers;
}

/** About how many keys a query hears: half of them with a causal mask, a window's with a pattern. */
function keysHeard({ keys }: AttentionShape, { isCausal, pattern }: CheckedOptions): number {
  if (pattern?.kind !== 'sparse') return isCausal ? keys / 2 : keys;
  return Math.min(keys, pattern.window + PATTERN_BLOCK * (1 + pattern.randomBlocks) + pattern.global.length);
}

/** The multiply-adds of an attention. */
export function multiplyAdds({ sizes, options }: Pick<Job, 'sizes' | 'options'>): number {
  const { batch, heads, queries, headDim, valueDim } = sizes;
  return batch * heads * queries * keysHeard(sizes, options) * (headDim + valueDim);
}

/**
 * Bundles of parts, each of about that many multiply-adds: many short heads together, a long head in pieces. Pieces
 * begin at multiples of `queryBlock`, so that they give the same numbers as the whole, bit for bit.
 */
export function bundlesOf(job: Job, perBundle: number, queryBlock: number): Part[][] {
  const { batch, heads, queries } = job.sizes;
  const perQuery = multiplyAdds(job) / (batch * heads * queries);
  const atOnce = Math.max(1, Math.floor(perBundle / perQuery / queryBlock)) * queryBlock;
  const bundles: Part[][] = [];
  let room = 0;
  for (let head = 0; head < batch * heads; head++) {
    for (let firstQuery = 0; firstQuery < queries; firstQuery += atOnce) {
      const part = {
        batch: Math.floor(head / heads),
        head: head % heads,
        firstQuery,
        queries: Math.min(atOnce, queries - firstQuery),
      };
      const cost = part.queries * perQuery;
      if (cost > room) {
        bundles.push([]);
        room = perBundle;
      }
      bundles.at(-1)!.push(part);
      room -= cost;
    }
  }
  return bundles;
}

/** Where a part's first query is in the whole query [batch, heads, queries, …], counted in rows. */
export const firstRow = ({ sizes }: Job, { batch, head, firstQuery }: Part): number =>
  (batch * sizes.heads + head) * sizes.queries + firstQuery;

/** Which of the heads of keys, of all batch entries, serves a part: query heads share them in groups. */
export const keyHeadOf = ({ sizes }: Job, { batch, head }: Part): number =>
  batch * sizes.keyHeads + Math.floor((head * sizes.keyHeads) / sizes.heads);

/** How many numbers the outputs of some parts are. */
export const outputSize = ({ sizes }: Job, parts: readonly Part[]): number =>
  parts.reduce((sum, { queries }) => sum + queries * sizes.valueDim, 0);

/** Takes an array apart, or puts one together, piece behind piece. */
export const pieces =
  (of: Numbers, from = 0): ((size: number) => Numbers) =>
  (size) =>
    of.subarray(from, (from += size));

/** Copies of the numbers of some parts; without keys where they are those of this key head, or of the part before. */
export function bundleOf(
  job: Job,
  parts: readonly Part[],
  inputs: AttentionInputs,
  heldKeyHead: number,
  spares: Spares,
): Bundle {
  const { keys, headDim, valueDim } = job.sizes;
  const keyHeads = parts.map((part) => keyHeadOf(job, part));
  const bringing = keyHeads.map((keyHead, at) => keyHead !== (at === 0 ? heldKeyHead : keyHeads[at - 1]));
  const heads = bringing.filter(Boolean).length;
  const outputs = outputSize(job, parts);
  const queries = parts.reduce((sum, part) => sum + part.queries, 0);
  const bundle = {
    parts: parts.map((part, at) => ({ ...part, bringsKeys: bringing[at]! })),
    numbers: spares.take(outputs + queries * headDim),
    keys: spares.take(heads * keys * headDim),
    values: spares.take(heads * keys * valueDim),
  };
  const [query, key, value] = [pieces(bundle.numbers, outputs), pieces(bundle.keys), pieces(bundle.values)];
  const rows = ({ data }: Tensor, first: number, count: number, columns: number) =>
    data.subarray(first * columns, (first + count) * columns);
  parts.forEach((part, at) => {
    query(part.queries * headDim).set(rows(inputs.query, firstRow(job, part), part.queries, headDim));
    if (!bringing[at]) return;
    key(keys * headDim).set(rows(inputs.key, keyHeads[at]! * keys, keys, headDim));
    value(keys * valueDim).set(rows(inputs.value, keyHeads[at]! * keys, keys, valueDim));
  });
  return bundle;
}
