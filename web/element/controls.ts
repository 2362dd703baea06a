// The parts that a reader uses: sentence, head, switches, timeline. Each is a function of what it shows.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { EXAMPLES } from './examples.js';
import { styled } from './styled.js';
import { headColor } from '../view/palette.js';
import { STAGE_NAMES, type Moment, type StageName } from '../view/stages.js';
import type { Timeline } from '../view/timeline.js';
import { ATTENTION_KINDS, type AttentionKind, type Run } from '../engine/run.js';
import { HEAD_ORDERS, VIEW_NAMES, type HeadOrder, type ViewName } from '../view/views.js';
import type { HeadPlace } from './head-place.js';
import type { HeadDescription } from '../engine/model-config.js';
import type { Messages } from '../messages/index.js';

export function sentenceField(texts: Messages, text: string, onText: (text: string) => void): TemplateResult {
  return html`<div class="sentence">
    <input
      type="text"
      aria-label=${texts.sentence}
      placeholder=${texts.sentenceHint}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      .value=${live(text)}
      @input=${(event: InputEvent) => onText((event.target as HTMLInputElement).value)}
    />
    <select
      aria-label=${texts.examples}
      @change=${(event: Event) => {
        const select = event.target as HTMLSelectElement;
        if (select.value !== '') onText(select.value);
        select.value = '';
      }}
    >
      <option value="">${texts.examples}</option>
      ${EXAMPLES.map((example) => html`<option value=${example}>${example}</option>`)}
    </select>
  </div>`;
}

/** One of several ways, as buttons side by side. Not a fieldset: browsers disagree on where its legend stands. */
function choice<Name extends string>(
  group: string,
  label: string,
  names: readonly Name[],
  chosen: Name,
  texts: Readonly<Record<Name, string>>,
  onChoice: (name: Name) => void,
  help?: Readonly<Record<Name, string>>,
): TemplateResult {
  return html`<div class="kinds" role="radiogroup" aria-label=${label}>
    <span class="group-name" aria-hidden="true">${label}</span>
    ${names.map(
      (each) =>
        html`<label title=${help?.[each] ?? nothing}>
          <input type="radio" name=${group} .checked=${live(each === chosen)} @change=${() => onChoice(each)} />${
            texts[each]
          }</label
        >`,
    )}
  </div>`;
}

/** Self, causal or cross. */
export const kindChoice = (
  texts: Messages,
  kind: AttentionKind,
  onKind: (kind: AttentionKind) => void,
): TemplateResult => choice('kind', texts.kind, ATTENTION_KINDS, kind, texts.kinds, onKind, texts.kindHelp);

export const viewChoice = (texts: Messages, view: ViewName, onView: (view: ViewName) => void): TemplateResult =>
  choice('view', texts.view, VIEW_NAMES, view, texts.views, onView);

export const orderChoice = (texts: Messages, order: HeadOrder, onOrder: (order: HeadOrder) => void): TemplateResult =>
  choice('order', texts.order, HEAD_ORDERS, order, texts.orders, onOrder);

export function zoomButtons(
  texts: Messages,
  zooming: { closer: () => void; farther: () => void; whole: () => void },
): TemplateResult {
  const button = (sign: string, label: string, action: () => void) =>
    html`<button title=${label} aria-label=${label} @click=${action}>${sign}</button>`;
  return html`<div class="zoom">
    ${button('+', texts.closer, () => zooming.closer())} ${button('−', texts.farther, () => zooming.farther())}
    ${button('⤢', texts.whole, () => zooming.whole())}
  </div>`;
}

/** The heads of a kind, layer by layer; those that were trained to do something are marked. */
export function headChoice(
  texts: Messages,
  shown: HeadPlace,
  { layers, numHeads }: Pick<Run, 'layers' | 'numHeads'>,
  known: readonly HeadDescription[],
  theme: 'light' | 'dark',
  onHead: (kind: AttentionKind, layer: number, head: number) => void,
): TemplateResult {
  const { kind } = shown;
  const button = (layer: number, head: number) => {
    const role = known.find((each) => each.kind === kind && each.layer === layer && each.head === head)?.role;
    const label = texts.headPlace(layer, head, role ? texts.roles[role].name : null);
    return html`<label
      title=${label}
      class=${role ? 'trained' : ''}
      ${styled({
        '--head': headColor(head, numHeads, theme),
        '--on-head': theme === 'dark' ? '#10141f' : '#ffffff',
      })}
    >
      <input
        type="radio"
        name="head"
        aria-label=${label}
        .checked=${live(layer === shown.layer && head === shown.head)}
        @change=${() => onHead(kind, layer, head)}
      />${role ? texts.roles[role].short : head + 1}</label
    >`;
  };
  const groups = Array.from(
    { length: layers[kind] },
    (_, layer) =>
      html`<span class="layer" role="group" aria-label=${texts.layerNumber(layer)}>
        ${layers[kind] > 1 ? html`<span class="layer-name">${texts.layerNumber(layer)}</span>` : nothing}
        ${Array.from({ length: numHeads }, (_head, head) => button(layer, head))}
      </span>`,
  );
  return html`<div class="heads" role="radiogroup" aria-label=${texts.head}>
    <span class="group-name" aria-hidden="true">${texts.head}</span>
    ${groups}
  </div>`;
}

export function onOff(label: string, help: string, on: boolean, onChange: (on: boolean) => void): TemplateResult {
  return html`<label class="switch" title=${help}>
    <input
      type="checkbox"
      .checked=${live(on)}
      @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
    />${label}</label
  >`;
}

/** Filled shapes of 16 × 16. */
const SHAPES = {
  play: 'M4 2v12l10-6z',
  pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  back: 'M2 2h2.5v12H2zM14 2v12L5.5 8z',
  forward: 'M11.5 2H14v12h-2.5zM2 2v12l8.5-6z',
};

const icon = (shape: keyof typeof SHAPES): TemplateResult =>
  html`<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
    ${svg`<path d=${SHAPES[shape]} />`}
  </svg>`;

const roundButton = (shape: keyof typeof SHAPES, label: string, action: () => void): TemplateResult =>
  html`<button class="round ${shape}" title=${label} aria-label=${label} @click=${action}>${icon(shape)}</button>`;

export interface TimelineActions {
  toggle: () => void;
  back: () => void;
  forward: () => void;
  seek: (seconds: number) => void;
  open: (stage: StageName) => void;
  hurry: (speed: number) => void;
}

const SPEEDS = [0.5, 1, 2];

export function timelineControls(
  texts: Messages,
  timeline: Timeline,
  moment: Moment,
  playing: boolean,
  speed: number,
  shown: { play: boolean; scrub: boolean },
  actions: TimelineActions,
): TemplateResult {
  const buttons = [
    roundButton('back', texts.stepBack, actions.back),
    playing ? roundButton('pause', texts.pause, actions.toggle) : roundButton('play', texts.play, actions.toggle),
    roundButton('forward', texts.stepForward, actions.forward),
    html`<select
      class="speed"
      aria-label=${texts.speed}
      title=${texts.speed}
      @change=${(event: Event) => actions.hurry(Number((event.target as HTMLSelectElement).value))}
    >
      ${[...new Set([...SPEEDS, speed])].map(
        (each) => html`<option value=${each} ?selected=${each === speed}>${each}×</option>`,
      )}
    </select>`,
  ];
  const track = html`<div class="track">
    <input
      type="range"
      min="0"
      max=${timeline.length}
      step="0.01"
      aria-label=${texts.timeline}
      aria-valuetext=${texts.stageOf(texts.stages[moment.stage], texts.percent(moment.time, 0))}
      .value=${live(String(timeline.secondsAt(moment)))}
      @input=${(event: InputEvent) => actions.seek(Number((event.target as HTMLInputElement).value))}
    />
    <div class="stages">
      ${STAGE_NAMES.map(
        (name) =>
          html`<button
            ${styled({ flex: `${timeline.secondsOf(name)} 1 0` })}
            aria-current=${name === moment.stage ? 'step' : nothing}
            @click=${() => actions.open(name)}
          >
            ${texts.stages[name]}
          </button>`,
      )}
    </div>
  </div>`;
  return html`<div class="timeline" part="timeline">
    ${shown.play ? buttons : nothing}${shown.scrub ? track : nothing}
  </div>`;
}
