// A view that compares two models: a map of model A, one of model B and, if their cells correspond, one of the
// difference B − A.
import { DRAWN } from '../views/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { nameOfModel } from '../element/model-bar.js';
import { reasonAgainst } from './difference.js';
import { taskLine, viewHead } from '../element/view-frame.js';
import type { Comparison } from './comparison.js';
import type { Inspection } from '../inspection.js';
import type { Shown } from '../element/shown.js';

/**
 * Sizes in pixels: the gap between maps that are side by side; and for three maps side by side, the minimum width of a
 * layer and the width of the row labels.
 */
const [BETWEEN, LAYER, LABELS] = [24, 18, 104];

export function compareView(shown: Shown, comparison: Comparison): TemplateResult {
  const { texts, isNarrow } = shown;
  const { first, second } = comparison;
  const reason = reasonOf(first, second);
  const layers = Math.max(...[...first.heads, ...second.heads].map((each) => each.layers));
  const third = Math.floor((shown.width - 2 * BETWEEN) / 3);
  const { result, controls, isWide = false, draw } = DRAWN[first.state.view].compared!;
  const isBeside = !isWide && !isNarrow && third >= LABELS + LAYER * layers;
  const width = isBeside ? third : shown.width;
  const both = { first: { ...shown, width }, second: { ...shown, width, inspection: second } };
  const maps = draw(both, reason === null);
  const figure = (name: string, map: TemplateResult | null) =>
    html`<figure>
      <figcaption>${name}</figcaption>
      ${map ?? html`<div class="wait"></div>`}
    </figure>`;
  const isOneModel = first.opened!.name === second.opened!.name;
  const nameOf = (side: string, { opened }: Inspection) => {
    const precision = isOneModel ? [texts.compare.precisions[opened!.precision!]] : [];
    return `${side}: ${[nameOfModel(shown, opened!), ...precision].join(', ')}`;
  };
  const [isDone, isOtherDone] = [first, second].map((each) => each.result(result).status === 'done');
  const found = isDone && isOtherDone ? maps.statement : '';
  const statement = reason && reason !== 'waiting' ? texts.compare.reasons[reason] : found;
  return html`${viewHead(shown, result, controls?.(shown))}
    ${isOtherDone ? nothing : html`<div class="head">B ${taskLine({ ...shown, inspection: second }, result)}</div>`}
    ${maps.legend && html`<div class="legend-room">${maps.legend}</div>`}
    <div class="compared" data-beside=${isBeside}>
      ${figure(nameOf('A', first), maps.first)}
      ${reason === 'tokens' || reason === 'prediction' ? nothing : figure(nameOf('B', second), maps.second)}
      ${reason === null ? figure(maps.caption, maps.difference) : nothing}
    </div>
    ${maps.differenceLegend}
    ${
      second.answer.status === 'failed'
        ? html`<p class="statement" role="status">${texts.compare.failed(second.answer.error)}</p>`
        : nothing
    }
    <p class="statement" role="status">${statement}</p>`;
}

function reasonOf(first: Inspection, second: Inspection) {
  const [one, other] = [first.answer, second.answer];
  if (!one.value || !other.value || other.status !== 'done') return 'waiting' as const;
  return reasonAgainst({ heads: first.heads, answer: one.value }, { heads: second.heads, answer: other.value });
}
