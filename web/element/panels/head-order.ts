// The order of heads in a grid, and the number by which they are ordered.
import { HEAD_MEASURES, HEAD_ORDERS, type HeadMeasure, type HeadOrder } from '../../view/head-order.js';
import { formatNumber } from '../../view/view-model.js';
import { isMeasurable, measureOf } from '../model/head-measures.js';
import { patternOf } from '../model/head-pattern.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { AttentionType, HeadRef } from '../../engine/model/run.js';
import type { HeadDescription } from '../../engine/model/model-config.js';
import type { Messages } from '../../messages/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

const isMeasure = (order: HeadOrder): order is HeadMeasure => (HEAD_MEASURES as readonly HeadOrder[]).includes(order);

/** The orders that say something of an attention type, with what is known of the heads. */
export function ordersOf(attention: AttentionType, heads: readonly HeadDescription[]): HeadOrder[] {
  return HEAD_ORDERS.filter((order) => {
    if (isMeasure(order)) return isMeasurable(order, attention === 'cross');
    if (order === 'role') return heads.length > 0;
    return order === 'layer' || heads.some(({ ablation }) => ablation !== null);
  });
}

/** The order that is asked for, or by layer where it says nothing. */
export const orderOf = (wanted: HeadOrder, attention: AttentionType, heads: readonly HeadDescription[]): HeadOrder =>
  ordersOf(attention, heads).includes(wanted) ? wanted : 'layer';

/** The number by which a head is ordered; null: not measured. */
export function rankedBy(order: HeadOrder, source: AttentionSource, head: HeadRef, weights: Tensor): number | null {
  if (isMeasure(order)) return measureOf(order, weights);
  const { ablation } = source.descriptionOf(head) ?? {};
  return order === 'worth' && ablation ? (ablation.en + ablation.zh) / 2 : null;
}

/** A number by which heads are ordered, as it stands above a panel. */
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

/** Supervised heads come first, then heads with the same pattern together, by score, then those without a pattern. */
export function roleRank(source: AttentionSource, head: HeadRef): Rank {
  const description = source.descriptionOf(head);
  if (description?.role) return [0, description.role, 0];
  const pattern = description && patternOf(description, source.queryLanguage);
  return pattern ? [1, pattern.measure, -pattern.score] : [2, '', 0];
}

export const byRank = (one: Rank, other: Rank): number =>
  one[0] - other[0] || one[1].localeCompare(other[1]) || one[2] - other[2];
