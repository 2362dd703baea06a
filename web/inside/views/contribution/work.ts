// Worker side of the view `contribution`, which shows how much each key contributes to a head's output.
import { contributions } from '../../../analysis/index.js';
import { shownTokens } from '../../work/answer.js';
import { stackOf, type HeadRef } from '../../../engine/transformer/head-ref.js';
import type { Inspected } from '../../work/inspected.js';

export interface ContributionArgument {
  readonly at: HeadRef;
  /** Positions of the displayed queries. */
  readonly queries: readonly number[];
  readonly keys: readonly number[];
}

/**
 * Contributions of keys in one head. The three matrices are [queries, keys] for the displayed positions, row by row.
 */
export interface Contribution {
  readonly at: HeadRef;
  /** Texts of the displayed query tokens. */
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly weights: Float32Array;
  /** Lengths ‖w_j v_j W_O‖ of the values, weighted and projected. */
  readonly lengths: Float32Array;
  /**
   * Shares of the keys in the head's output. For each query, the shares of all keys (also those not displayed) add up
   * to 1.
   */
  readonly shares: Float32Array;
  /**
   * Mean weight and mean share of the first key, an attention sink, over all queries that can also attend to other
   * keys; null if there are no such queries.
   */
  readonly first: { readonly weight: number; readonly share: number } | null;
}

/**
 * Computes the contributions of the keys in one head. The contributions in all heads of the layer are stored for the
 * export.
 */
function contribution(inspected: Inspected, { at, queries, keys }: ContributionArgument): Contribution {
  const { run } = inspected;
  const result = contributions(run, at.attention, at.layer);
  inspected.keep('contribution', result);
  const { weights, weighted, share } = result;
  const [, rows, columns] = weights.shape as [number, number, number];
  const place = (query: number, key: number) => (at.head * rows + query) * columns + key;
  const shown = ({ data }: { data: Float32Array }) =>
    Float32Array.from(queries.flatMap((query) => keys.map((key) => data[place(query, key)]!)));
  // Positions of the queries that can attend to more than the first key: in a decoder, all but the first token.
  const free = Array.from({ length: rows }, (_, query) => query).slice(at.attention === 'decoder' ? 1 : 0);
  const mean = (of: { data: Float32Array }) =>
    free.reduce((sum, query) => sum + of.data[place(query, 0)]!, 0) / free.length;
  const textsOf = (stack: 'encoder' | 'decoder', positions: readonly number[]) => {
    const tokens = shownTokens(run, stack);
    return positions.map((position) => tokens[position]!.text);
  };
  const first = free.length > 0 && columns > 1 ? { weight: mean(weights), share: mean(share) } : null;
  return {
    at,
    queries: textsOf(stackOf(at.attention), queries),
    keys: textsOf(at.attention === 'decoder' ? 'decoder' : 'encoder', keys),
    weights: shown(weights),
    lengths: shown(weighted),
    shares: shown(share),
    first,
  };
}

export const requests = { contribution };
