// URL that opens the selected head in the lab, the page's section for experiments.
import { score } from '../views/score/results.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspection } from '../inspection.js';

/** The URL keeps the text and the head. From the view `score`, it opens the ledger with the same cell. */
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
