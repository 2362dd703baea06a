// A view of two models: A, B, and B − A where their cells stand for each other.
import { comparedEffects } from './compared-effects.js';
import { comparedHeads } from './compared-heads.js';
import { comparedLens } from './compared-lens.js';
import { html, nothing, type TemplateResult } from 'lit';
import { kindChoice } from '../effects-view.js';
import { nameOfModel } from '../model-bar.js';
import { reasonAgainst } from '../../views/difference.js';
import { taskLine, viewHead } from '../view-frame.js';
import type { ComparedView, Comparison } from '../../comparison.js';
import type { DrawCompared } from './compared-maps.js';
import type { Inspection } from '../../inspection.js';
import type { Shown } from '../shown.js';

const DRAWN: Readonly<Record<ComparedView, DrawCompared>> = {
  effects: comparedEffects,
  heads: comparedHeads,
  lens: comparedLens,
};

/** Result that says how far a view is computed. */
const TASKS = { effects: 'effects', heads: 'patterns', lens: 'lens' } as const satisfies Readonly<
  Record<ComparedView, string>
>;

/** Pixels between maps beside each other, and those that a layer needs in one of three. */
const [BETWEEN, LAYER, LABELS] = [24, 18, 104];

export function compareView(shown: Shown, comparison: Comparison, view: ComparedView): TemplateResult {
  const { texts, isNarrow } = shown;
  const { first, second } = comparison;
  const reason = reasonOf(first, second);
  const layers = Math.max(...[...first.heads, ...second.heads].map((each) => each.layers));
  const third = Math.floor((shown.width - 2 * BETWEEN) / 3);
  const isBeside = view !== 'lens' && !isNarrow && third >= LABELS + LAYER * layers;
  const width = isBeside ? third : shown.width;
  const both = { first: { ...shown, width }, second: { ...shown, width, inspection: second } };
  const maps = DRAWN[view](both, reason === null);
  const again = (inspection: Inspection) => () => {
    inspection[TASKS[view]].reset();
    inspection.set({});
  };
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
  const [task, other] = [first[TASKS[view]], second[TASKS[view]]];
  const isDone = task.status === 'done' && other.status === 'done';
  const found = isDone ? maps.statement : '';
  const statement = reason && reason !== 'waiting' ? texts.compare.reasons[reason] : found;
  return html`${viewHead(shown, {
      task,
      again: again(first),
      ...(view === 'effects' && { controls: kindChoice(shown) }),
    })}
    ${other.status === 'done' ? nothing : html`<div class="head">B ${taskLine(shown, other, again(second))}</div>`}
    ${maps.legend === nothing ? nothing : html`<div class="legend-room">${maps.legend}</div>`}
    <div class="compared" data-beside=${isBeside}>
      ${figure(nameOf('A', first), maps.first)}
      ${reason === 'tokens' || reason === 'prediction' ? nothing : figure(nameOf('B', second), maps.second)}
      ${reason === null ? figure(view === 'lens' ? texts.compare.pointsOf : texts.compare.difference, maps.difference) : nothing}
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
