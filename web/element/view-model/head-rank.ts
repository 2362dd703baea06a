// Sort keys by which the view 'heads' orders the heads: a number, or a role.
import { formatNumber } from '../../view/view-model.js';
import { isMeasure } from './head-order.js';
import { measureOf } from '../source/head-measures.js';
import { patternOf } from '../source/head-pattern.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { HeadOrder } from '../../view/head-order.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Messages } from '../../locales/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Number by which a head is sorted, such as its mean entropy; null if it was not measured. */
export function rankedBy(order: HeadOrder, source: AttentionSource, head: HeadRef, weights: Tensor): number | null {
  if (isMeasure(order)) return measureOf(order, weights);
  const { ablation } = source.descriptionOf(head) ?? {};
  return order === 'worth' && ablation ? (ablation.en + ablation.zh) / 2 : null;
}

/** Formats the number by which a head is sorted. It is shown above the head's panel. */
export function writeRank(texts: Messages, order: HeadOrder, value: number): string {
  switch (order) {
    case 'worth':
      return formatNumber(value, 4);
    case 'distance':
      return formatNumber(value, 1);
    case 'entropy':
      return texts.bits(formatNumber(value, 1));
    default:
      return texts.percent(value, 0);
  }
}

type Rank = readonly [number, string, number];

/**
 * Sort key of a head in the order by role: supervised heads first, then heads grouped by pattern, by descending score,
 * then heads without a pattern.
 */
export function roleRank(source: AttentionSource, head: HeadRef): Rank {
  const description = source.descriptionOf(head);
  if (description?.role) return [0, description.role, 0];
  const pattern = description && patternOf(description, source.queryLanguage);
  return pattern ? [1, pattern.measure, -pattern.score] : [2, '', 0];
}

export const byRank = (one: Rank, other: Rank): number =>
  one[0] - other[0] || one[1].localeCompare(other[1]) || one[2] - other[2];
