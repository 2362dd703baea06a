// Panel with the attention matrices of the heads: small ones of all heads, and a large one of the selected head, with
// tokens at its edges.
import { fold } from './fold.js';
import { html, nothing, type TemplateResult } from 'lit';
import { MEASURE_NAMES, type MeasureName, type Pair } from '../measures.js';
import { styled } from '../../ui/style-vars-directive.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';
import type { TrainingTexts } from '../texts.js';

export interface HeadRef {
  layer: number;
  head: number;
}

export interface HeadsPanel {
  texts: TrainingTexts;
  log: RunLog;
  snapshot: Snapshot;
  /** Snapshot of the training run that is subtracted from the displayed one; null for no comparison. */
  reference: Snapshot | null;
  selected: HeadRef;
  /**
   * Head that has formed for the task: the first whose attention is what the task requires; null if there is none yet.
   */
  formed: HeadRef | null;
  measure: MeasureName;
  isOutlined: boolean;
  cell: Pair | null;
  isWide: boolean;
  percent: (share: number) => string;
  select: (place: HeadRef) => void;
  setMeasure: (measure: MeasureName) => void;
  setOutlined: (isOutlined: boolean) => void;
  /** Called with the event when the pointer moves over the large matrix, and with null when it leaves the matrix. */
  point: (event: PointerEvent | null) => void;
  move: (event: KeyboardEvent) => void;
}

export function headsPanel(panel: HeadsPanel): TemplateResult {
  const { texts, snapshot, reference, selected, measure, formed, percent } = panel;
  const name = texts.heads.head(selected.layer, selected.head);
  const share = percent(snapshot.measures[selected.layer]![selected.head]![measure]);
  const described = texts.heads.described(name, texts.heads.measures[measure], share);
  const compared = reference ? [texts.timeline.comparing(snapshot.step, reference.step)] : [];
  const facts = [...compared, cellText(panel)];
  return html`<section class="heads" aria-label=${texts.heads.name}>
      <h2>${texts.heads.name}</h2>
      <div class="all">${snapshot.measures.map((heads, layer) => layerOf(panel, heads.length, layer))}</div>
      ${fold(
        { name: texts.heads.measured, isOpen: panel.isWide, isFixed: true },
        html`<div class="measured">${chooser(panel)}</div>`,
      )}
    </section>
    <div class="one">
      <p class="name">
        <b>${name}</b>
        ${isSame(formed, selected) ? html`<strong class="badge">${texts.heads.formed}</strong>` : nothing}
        <span>${texts.heads.measures[measure]} ${share}</span>
      </p>
      <canvas
        class="large"
        tabindex="0"
        role="img"
        aria-label=${described}
        data-layer=${selected.layer}
        data-head=${selected.head}
        @pointermove=${panel.point}
        @pointerleave=${() => panel.point(null)}
        @keydown=${panel.move}
      ></canvas>
      <p class=${panel.cell || reference ? 'cell' : 'cell hint'} aria-live="off">${facts.join(' ')}</p>
    </div>`;
}

const isSame = (one: HeadRef | null, { layer, head }: HeadRef): boolean => one?.layer === layer && one.head === head;

function layerOf(panel: HeadsPanel, heads: number, layer: number): TemplateResult {
  const { texts, snapshot, selected, measure, formed, percent, select } = panel;
  return html`<div class="layer" role="group" ${styled({ '--heads': String(Math.min(4, heads)) })}>
    ${Array.from({ length: heads }, (_, head) => {
      const score = snapshot.measures[layer]![head]![measure];
      const place = { layer, head };
      const name = texts.heads.head(layer, head);
      return html`<button
        class=${isSame(formed, place) ? 'formed' : ''}
        aria-pressed=${String(isSame(selected, place))}
        aria-label=${texts.heads.described(name, texts.heads.measures[measure], percent(score))}
        title=${name}
        @click=${() => select(place)}
      >
        <canvas data-layer=${layer} data-head=${head} aria-hidden="true"></canvas>
        <span class="score"><span ${styled({ width: `${Math.round(100 * score)}%` })}></span></span>
        <small>${layer + 1}·${head + 1}<span>${percent(score)}</span></small>
      </button>`;
    })}
  </div>`;
}

function cellText({ texts, log, snapshot, selected, cell, percent }: HeadsPanel): string {
  if (!cell) return texts.heads.hint;
  const [query, key] = cell;
  if (log.isMasked && key > query) return texts.heads.masked;
  const { queries, keys } = log.labels;
  const weight = snapshot.weights[selected.layer]![(selected.head * queries.length + query) * keys.length + key]!;
  return texts.heads.cell(queries[query]!, keys[key]!, percent(weight));
}

function chooser({ texts, log, measure, isOutlined, setMeasure, setOutlined }: HeadsPanel): TemplateResult {
  const hasJob = log.task.name !== 'text';
  // Measures of heads that the user can choose from. In cross-attention, only `job` is defined; for the task `text`,
  // all but `job` are.
  const names = log.first.sources ? (['job'] as const) : MEASURE_NAMES.filter((name) => hasJob || name !== 'job');
  return html`<p class="measures">
      <select
        aria-label=${texts.heads.name}
        @change=${(event: Event) => setMeasure(names[(event.target as HTMLSelectElement).selectedIndex]!)}
      >
        ${names.map((name) => html`<option .selected=${name === measure}>${texts.heads.measures[name]}</option>`)}
      </select>
      <span>${texts.heads.measureHelp[measure]}</span>
    </p>
    ${
      hasJob
        ? html`<label class="switch">
            <input
              type="checkbox"
              name="outline"
              .checked=${isOutlined}
              @change=${(event: Event) => setOutlined((event.target as HTMLInputElement).checked)}
            />
            ${texts.heads.outline}
          </label>`
        : nothing
    }
    <p class="note">${texts.tasks[log.task.name].job}</p>`;
}
