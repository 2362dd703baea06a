// Link from “Look inside” to the lab, the page's section for experiments with one head.
import { score } from '../views/score/results.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspection } from '../inspection.js';

/**
 * URL that opens a head in the lab, with the same text. From the view `score`, the lab opens its table of one query's
 * computation with the same score selected.
 */
export function labAddress(inspection: Inspection, { attention, layer, head }: HeadRef): string {
  const { state } = inspection;
  const { value } = inspection.result(score);
  const ofScore =
    state.view === 'score' && value
      ? { view: 'ledger', query: value.query, cell: `attention:${value.query}:${value.key}`, stage: 'score' }
      : { view: 'matrix' };
  const query = { controls: 'all', model: 'stories', text: state.text, ...ofScore, attention, layer, head };
  return `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
}
