// Worker side of the view `contribution`, which shows how much each key contributes to a head's output.
import { contributions } from '../../../analysis/index.js';
import { shownTokens } from '../../work/answer.js';
import { stackOf, type HeadRef } from '../../../engine/transformer/head-ref.js';
import type { Inspected } from '../../work/inspected.js';

export interface ContributionArgument {
  readonly at: HeadRef;
  /** Positions of the queries that are displayed. */
  readonly queries: readonly number[];
  readonly keys: readonly number[];
}

/** Matrices [queries, keys] for the displayed positions, row by row. */
export interface Contribution {
  readonly at: HeadRef;
  /** Texts of the query tokens that are displayed. */
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly weights: Float32Array;
  /** Lengths ‖w_j v_j W_O‖ of the weighted value vectors. */
  readonly lengths: Float32Array;
  /** Shares of the keys in the head's output. For each query, the shares of all keys add up to 1. */
  readonly shares: Float32Array;
  /** Means for the first key, over all queries that can attend to other keys; null if there are no such queries. */
  readonly first: { readonly weight: number; readonly share: number } | null;
}

/** Computes the contributions of the keys in one head. Those in all heads of the layer are stored for the export. */
function contribution(inspected: Inspected, { at, queries, keys }: ContributionArgument): Contribution {
  const { run } = inspected;
  const result = contributions(run, at.attention, at.layer);
  inspected.keep('contribution', result);
  const { weights, weighted, share } = result;
  const [, rows, columns] = weights.shape as [number, number, number];
  const place = (query: number, key: number) => (at.head * rows + query) * columns + key;
  const shown = ({ data }: { data: Float32Array }) =>
    Float32Array.from(queries.flatMap((query) => keys.map((key) => data[place(query, key)]!)));
  // Queries that can attend to more than the first key: in a decoder, all but the first token.
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
