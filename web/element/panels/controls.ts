// The controls: sentence, view, attention type, head, zoom, timeline. Each is a template function of what it shows.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { styled } from '../../ui/style-vars-directive.js';
import { headColor } from '../../view/marks/palette.js';
import type { Moment, StageName } from '../../view/stages.js';
import type { Timeline } from '../../view/timeline.js';
import { ATTENTION_TYPES, type AttentionType, type HeadRef, type Run } from '../../engine/transformer/run.js';
import type { HeadOrder } from '../../view/head-order.js';
import { VIEW_NAMES, type ViewName } from '../../view/views/index.js';
import { MODEL_NAMES, type ModelName } from '../../view/model-names.js';
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import type { Messages } from '../../messages/index.js';

/** What the field of the text says. */
export interface SentenceFieldProps {
  text: string;
  examples: readonly string[];
  label: string;
  hint: string;
}

/** The field has one line: a line end is shown, and is still one when the text is changed. */
const LINE_END = '⏎';

export function sentenceField(
  texts: Messages,
  { text, examples, label, hint }: SentenceFieldProps,
  onText: (text: string) => void,
): TemplateResult {
  return html`<div class="sentence">
    <input
      type="text"
      aria-label=${label}
      placeholder=${hint}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      .value=${live(text.replaceAll('\n', LINE_END))}
      @input=${(event: InputEvent) => onText((event.target as HTMLInputElement).value.replaceAll(LINE_END, '\n'))}
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
      ${guard([examples], () => examples.map((example) => html`<option value=${example}>${example}</option>`))}
    </select>
  </div>`;
}

/** One of several options, as buttons side by side. Not a fieldset: browsers disagree on the place of its legend. */
export function choice<Name extends string>(
  group: string,
  label: string,
  names: readonly Name[],
  selected: Name,
  texts: Readonly<Record<Name, string>>,
  onChoice: (name: Name) => void,
  help?: Readonly<Record<Name, string>>,
): TemplateResult {
  return html`<div class="choice" role="radiogroup" aria-label=${label}>
    <span class="group-name" aria-hidden="true">${label}</span>
    ${names.map(
      (each) =>
        html`<label title=${help?.[each] ?? nothing}>
          <input type="radio" name=${group} .checked=${live(each === selected)} @change=${() => onChoice(each)} />${
            texts[each]
          }</label
        >`,
    )}
  </div>`;
}

export const attentionChoice = (
  texts: Messages,
  attention: AttentionType,
  onAttention: (attention: AttentionType) => void,
): TemplateResult =>
  choice('attention', texts.attention, ATTENTION_TYPES, attention, texts.attentions, onAttention, texts.attentionHelp);

export const modelChoice = (texts: Messages, model: ModelName, onModel: (model: ModelName) => void): TemplateResult =>
  choice('model', texts.model, MODEL_NAMES, model, texts.models, onModel, texts.modelHelp);

export const viewChoice = (texts: Messages, view: ViewName, onView: (view: ViewName) => void): TemplateResult =>
  choice('view', texts.view, VIEW_NAMES, view, texts.views, onView);

/** @param orders those that say something of the heads */
export const sortChoice = (
  texts: Messages,
  order: HeadOrder,
  orders: readonly HeadOrder[],
  onSort: (order: HeadOrder) => void,
): TemplateResult =>
  html`<label class="sort"
    ><span class="group-name">${texts.sort}</span>
    <select @change=${(event: Event) => onSort(orders[(event.target as HTMLSelectElement).selectedIndex]!)}>
      ${orders.map((each) => html`<option ?selected=${each === order}>${texts.sortOrders[each]}</option>`)}
    </select></label
  >`;

export interface Zooming {
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
}

export function zoomButtons(texts: Messages, zoom: Zooming): TemplateResult {
  const button = (sign: string, label: string, action: () => void) =>
    html`<button title=${label} aria-label=${label} @click=${action}>${sign}</button>`;
  return html`<div class="zoom">
    ${button('+', texts.zoomIn, () => zoom.zoomIn())} ${button('−', texts.zoomOut, () => zoom.zoomOut())}
    ${button('⤢', texts.zoomReset, () => zoom.reset())}
  </div>`;
}

/** The heads of an attention type, layer by layer; supervised heads are marked. */
export function headChoice(
  texts: Messages,
  selected: HeadRef,
  { layers, numHeads }: Pick<Run, 'layers' | 'numHeads'>,
  descriptions: readonly HeadDescription[],
  theme: 'light' | 'dark',
  isOff: (head: HeadRef) => boolean,
  onHead: (attention: AttentionType, layer: number, head: number) => void,
): TemplateResult {
  const { attention } = selected;
  const button = (layer: number, head: number) => {
    const role = descriptions.find(
      (each) => each.attention === attention && each.layer === layer && each.head === head,
    )?.role;
    const off = isOff({ attention, layer, head });
    const label = texts.headLabel(layer, head, off ? texts.switchedOff : role ? texts.roles[role].name : null);
    return html`<label
      title=${label}
      class=${`${role ? 'supervised' : ''} ${off ? 'off' : ''}`}
      ${styled({
        '--head': headColor(head, numHeads, theme),
        '--on-head': theme === 'dark' ? '#10141f' : '#ffffff',
      })}
    >
      <input
        type="radio"
        name="head"
        aria-label=${label}
        .checked=${live(layer === selected.layer && head === selected.head)}
        @change=${() => onHead(attention, layer, head)}
      />${role ? texts.roles[role].short : head + 1}</label
    >`;
  };
  const groups = Array.from(
    { length: layers[attention] },
    (_, layer) =>
      html`<span class="layer" role="group" aria-label=${texts.layerNumber(layer)}>
        ${layers[attention] > 1 ? html`<span class="layer-name">${texts.layerNumber(layer)}</span>` : nothing}
        ${Array.from({ length: numHeads }, (_head, head) => button(layer, head))}
      </span>`,
  );
  return html`<div class="heads" role="radiogroup" aria-label=${texts.head}>
    <span class="group-name" aria-hidden="true">${texts.head}</span>
    ${groups}
  </div>`;
}

/** Filled paths in a box of 16 × 16. */
const ICONS = {
  play: 'M4 2v12l10-6z',
  pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  back: 'M2 2h2.5v12H2zM14 2v12L5.5 8z',
  present: 'M1 2h14v9H1zM6 13h4v1.5H6z',
  forward: 'M11.5 2H14v12h-2.5zM2 2v12l8.5-6z',
};

const icon = (name: keyof typeof ICONS): TemplateResult =>
  html`<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
    ${svg`<path d=${ICONS[name]} />`}
  </svg>`;

const roundButton = (name: keyof typeof ICONS, label: string, action: () => void): TemplateResult =>
  html`<button class="round ${name}" title=${label} aria-label=${label} @click=${action}>${icon(name)}</button>`;

export interface TimelineActions {
  toggle: () => void;
  back: () => void;
  forward: () => void;
  seek: (seconds: number) => void;
  goTo: (stage: StageName) => void;
  setSpeed: (speed: number) => void;
  present: () => void;
}

const SPEEDS = [0.5, 1, 2];

const sliderText = (texts: Messages, { stage, progress }: Moment): string =>
  texts.stageOf(texts.stages[stage], texts.percent(progress, 0));

/** Moves the slider of the rendered controls, on frames of playback that change nothing else. */
export function moveSlider(root: ParentNode, texts: Messages, timeline: Timeline, now: Moment): void {
  const slider = root.querySelector<HTMLInputElement>('.track input');
  if (!slider) return;
  const moment = timeline.shown(now);
  slider.value = String(timeline.secondsAt(moment));
  slider.setAttribute('aria-valuetext', sliderText(texts, moment));
}

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
      @change=${(event: Event) => actions.setSpeed(Number((event.target as HTMLSelectElement).value))}
    >
      ${[...new Set([...SPEEDS, speed])].map(
        (each) => html`<option value=${each} ?selected=${each === speed}>${each}×</option>`,
      )}
    </select>`,
    roundButton('present', texts.present, actions.present),
  ];
  const track = html`<div class="track">
    <input
      type="range"
      min="0"
      max=${timeline.length}
      step="0.01"
      aria-label=${texts.timeline}
      aria-valuetext=${live(sliderText(texts, moment))}
      .value=${live(String(timeline.secondsAt(moment)))}
      @input=${(event: InputEvent) => actions.seek(Number((event.target as HTMLInputElement).value))}
    />
    <div class="stages">
      ${timeline.stages.map(
        (name) =>
          html`<button
            ${styled({ flex: `${timeline.secondsOf(name)} 1 0` })}
            aria-current=${name === moment.stage ? 'step' : nothing}
            @click=${() => actions.goTo(name)}
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
