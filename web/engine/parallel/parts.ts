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

/** A part with its numbers. */
export interface PartInputs extends Part {
  /** [queries, headDim] */
  query: Float32Array;
  /** The head's keys [keys, headDim] and values [keys, valueDim]; null: those of the part before. */
  keys: { key: Float32Array; value: Float32Array } | null;
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

/** Copies of a part's numbers; without keys where they are those of this key head already. */
export function inputsOf(job: Job, part: Part, inputs: AttentionInputs, heldKeyHead: number): PartInputs {
  const { keys, headDim, valueDim } = job.sizes;
  const first = firstRow(job, part);
  const query = inputs.query.data.slice(first * headDim, (first + part.queries) * headDim);
  const keyHead = keyHeadOf(job, part);
  if (keyHead === heldKeyHead) return { ...part, query, keys: null };
  const key = inputs.key.data.slice(keyHead * keys * headDim, (keyHead + 1) * keys * headDim);
  const value = inputs.value.data.slice(keyHead * keys * valueDim, (keyHead + 1) * keys * valueDim);
  return { ...part, query, keys: { key, value } };
}
