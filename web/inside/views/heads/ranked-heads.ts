// Sorts the heads of the view `heads` by a number, and filters them by role.
import { allHeads, numberOf } from '../../maps/head-map-layout.js';
import { isSameHead, type HeadRef } from '../../../engine/transformer/head-ref.js';
import { isSink, nameOfHead } from './head-roles.js';
import type { HeadsOf } from '../../opened.js';
import type { HeadScore, PerAttention } from '../../../analysis/index.js';
import type { ShownRole, Sort } from '../../state.js';

export interface RankedHead {
  readonly at: HeadRef;
  /** Number by which the head is sorted; null if it has none, or if the number is not known yet. */
  readonly value: number | null;
}

export interface KnownOfHeads {
  readonly scores: readonly HeadScore[];
  /** Direct effects of the heads on the logit difference; null if they are not known. */
  readonly direct: PerAttention | null;
  /** Total effects of the heads (of knocking them out) on the logit difference; null if they are not known. */
  readonly total: PerAttention | null;
}

export const scoreOf = (scores: readonly HeadScore[], at: HeadRef): HeadScore | undefined =>
  scores.find((each) => isSameHead(each, at));

/** True if a head passes the filter by role: it is named by the role, or the filter is 'all'. */
export function hasRole(scores: readonly HeadScore[], at: HeadRef, role: ShownRole): boolean {
  if (role === 'all') return true;
  const score = scoreOf(scores, at);
  return score !== undefined && nameOfHead(score)?.role === role;
}

/**
 * Heads that pass the filter by role, in descending order of the magnitudes of their numbers. When sorted by role,
 * attention sinks come after the other heads. Heads without a number come last.
 */
export function rankedHeads(
  heads: readonly HeadsOf[],
  sort: Sort,
  role: ShownRole,
  { scores, direct, total }: KnownOfHeads,
): RankedHead[] {
  const valueOf = (at: HeadRef): number | null => {
    if (sort === 'layer') return null;
    if (sort === 'role') {
      const score = scoreOf(scores, at);
      return (score && nameOfHead(score)?.score) ?? null;
    }
    const values = sort === 'direct' ? direct : total;
    const value = values ? numberOf(values, at) : undefined;
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const groupOf = ({ at, value }: RankedHead) => {
    if (value === null) return 2;
    return sort === 'role' && isSink(scoreOf(scores, at)!) ? 1 : 0;
  };
  const size = ({ value }: RankedHead) => Math.abs(value ?? 0);
  return allHeads(heads)
    .filter((at) => hasRole(scores, at, role))
    .map((at) => ({ at, value: valueOf(at) }))
    .sort((one, other) => groupOf(one) - groupOf(other) || size(other) - size(one));
}
