// Attention patterns of the heads in the current run, which the page draws as small images.
import { largestOfBlocks } from '../../view/views/heads/largest-of-blocks.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspected } from './inspected.js';

/**
 * Attention weights of the heads in a layer, [heads, rows, columns]. In a long text, each number is the maximum over a
 * block of tokens.
 */
export interface Patterns {
  readonly weights: Float32Array;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
}

/** Maximum number of rows, and of columns, in an attention pattern. */
const SIDE = 48;

export function patterns(
  { run }: Pick<Inspected, 'run'>,
  { attention, layer }: { attention: AttentionType; layer: number },
): Patterns {
  const { data, shape } = run.attention(attention, layer);
  const [heads, queries, keys] = shape as [number, number, number];
  const block = Math.ceil(Math.max(queries, keys) / SIDE);
  const [rows, columns] = [Math.ceil(queries / block), Math.ceil(keys / block)];
  const weights = new Float32Array(heads * rows * columns);
  for (let head = 0; head < heads; ++head) {
    const own = data.subarray(head * queries * keys, (head + 1) * queries * keys);
    weights.set(largestOfBlocks(own, queries, keys, block), head * rows * columns);
  }
  return { weights, heads, rows, columns };
}

/** Attention weights of one query in a head, [keys]. */
export function row({ run }: Inspected, { at, query }: { at: HeadRef; query: number }): Float32Array {
  const { data, shape } = run.attention(at.attention, at.layer);
  const [, queries, keys] = shape as [number, number, number];
  const begin = (at.head * queries + query) * keys;
  return data.slice(begin, begin + keys);
}
