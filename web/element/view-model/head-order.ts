// Sort orders of the heads in the view 'heads'.
import { HEAD_MEASURES, HEAD_ORDERS, type HeadMeasure, type HeadOrder } from '../../view/head-order.js';
import { isMeasurable } from '../source/head-measures.js';
import type { AttentionType } from '../../engine/transformer/run.js';
import type { HeadDescription } from '../../engine/transformer/model-config.js';

export const isMeasure = (order: HeadOrder): order is HeadMeasure =>
  (HEAD_MEASURES as readonly HeadOrder[]).includes(order);

/** Sort orders of the heads that are meaningful for an attention type, given the measurements of its heads. */
export function availableOrders(attention: AttentionType, heads: readonly HeadDescription[]): HeadOrder[] {
  return HEAD_ORDERS.filter((order) => {
    if (isMeasure(order)) return isMeasurable(order, attention === 'cross');
    if (order === 'role') return heads.length > 0;
    return order === 'layer' || heads.some(({ ablation }) => ablation !== null);
  });
}

/** The requested sort order; the order by layer if the requested one is not available. */
export const orderOf = (wanted: HeadOrder, attention: AttentionType, heads: readonly HeadDescription[]): HeadOrder =>
  availableOrders(attention, heads).includes(wanted) ? wanted : 'layer';
