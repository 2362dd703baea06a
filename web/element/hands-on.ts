// What a reader may change in the run, and the way back.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isChanged, isSilenced, noChanges, withSilenced } from './changes.js';
import { onOff } from './controls.js';
import type { AttentionKind } from '../engine/run.js';
import type { Control, State } from './properties.js';
import type { Silenced } from './property-kinds.js';
import type { HeadPlace } from './head-place.js';
import type { Messages } from '../messages/index.js';

export interface HandsOn {
  texts: Messages;
  state: State;
  place: HeadPlace;
  /** The words of the sentence. */
  words: readonly string[];
  /** The word of the sentence that the reader points at, by its number; null: none. */
  pointed: number | null;
  /** Whether a click on a cell masks it. */
  painting: boolean;
  may: (control: Control) => boolean;
  change: (change: Partial<State>) => void;
  paint: (painting: boolean) => void;
  /** The head that shows what was changed, where the one that is shown does not. */
  elsewhere: HeadPlace | null;
  chooseHead: (kind: AttentionKind, layer: number, head: number) => void;
}

/** Sliders go in equal steps of the logarithm: 1 in the middle. */
const TEMPERATURE_STEPS = 40;
const HOTTEST = 10;
const temperatureAt = (step: number): number => Math.round(HOTTEST ** ((2 * step) / TEMPERATURE_STEPS - 1) * 100) / 100;
const stepOf = (temperature: number): number =>
  Math.round(((Math.log10(temperature) / Math.log10(HOTTEST) + 1) / 2) * TEMPERATURE_STEPS);

function slider(
  label: string,
  help: string,
  shown: string,
  range: { value: number; most: number },
  onInput: (value: number) => void,
): TemplateResult {
  return html`<label class="slider" title=${help}>
    ${label}
    <input
      type="range"
      min="0"
      max=${range.most}
      step="1"
      aria-valuetext=${shown}
      .value=${live(String(range.value))}
      @input=${(event: InputEvent) => onInput(Number((event.target as HTMLInputElement).value))}
    />
    <output>${shown}</output>
  </label>`;
}

const pressed = (label: string, on: boolean, onClick: () => void): TemplateResult =>
  html`<button class="toggle" aria-pressed=${on ? 'true' : 'false'} @click=${onClick}>${label}</button>`;

/** Words and heads that are silenced, each to be given its voice again; and a word more. */
function silencing({ texts, state, place, words, pointed, change }: HandsOn): TemplateResult[] {
  const { silence } = state;
  const head = { kind: place.kind, layer: place.layer, head: place.head };
  const toggle = (one: Silenced) => () => change({ silence: withSilenced(silence, one) });
  const silenced = silence.filter((each): each is number => typeof each === 'number' && each < words.length);
  const more = pointed !== null && !silenced.includes(pointed) ? [pointed] : [];
  return [
    ...silenced.map((word) => pressed(texts.silenceWord(words[word]!), true, toggle(word))),
    ...more.map((word) => pressed(texts.silenceWord(words[word]!), false, toggle(word))),
    pressed(texts.silenceHead, isSilenced(silence, head), toggle(head)),
  ];
}

/** Where a change is seen, if not here. */
function hintElsewhere({ texts, elsewhere, may, chooseHead }: HandsOn): TemplateResult | typeof nothing {
  if (!elsewhere) return nothing;
  const { kind, layer, head } = elsewhere;
  const there = texts.seenIn(texts.headPlace(layer, head, null));
  return html`<p class="hint" role="status">
    ${texts.notSeenHere}
    ${may('head') ? html`<button class="link" @click=${() => chooseHead(kind, layer, head)}>${there}</button>` : there}
  </p>`;
}

export function handsOn(reader: HandsOn): TemplateResult | typeof nothing {
  const { texts, state, place, words, painting, may, change, paint } = reader;
  const ownWords = place.kind === 'self';
  const changed = isChanged(state);
  const parts = [
    may('causal') && ownWords
      ? onOff(texts.causal, texts.causalHelp, state.causal, (causal) => change({ causal }))
      : nothing,
    may('scale') ? onOff(texts.scale, texts.scaleHelp, state.scale, (scale) => change({ scale })) : nothing,
    may('temperature')
      ? slider(
          texts.temperature,
          texts.temperatureHelp,
          String(state.temperature),
          { value: stepOf(state.temperature), most: TEMPERATURE_STEPS },
          (step) => change({ temperature: temperatureAt(step) }),
        )
      : nothing,
    may('padding') && place.kind !== 'causal' && words.length > 1
      ? slider(
          texts.padding,
          texts.paddingHelp,
          String(state.padding),
          { value: state.padding, most: words.length - 1 },
          (padding) => change({ padding }),
        )
      : nothing,
    may('mask') && ownWords ? pressed(texts.paint, painting, () => paint(!painting)) : nothing,
    ...(may('silence') ? silencing(reader) : []),
    may('compare') && changed
      ? onOff(texts.compare, texts.compareHelp, state.compare, (compare) => change({ compare }))
      : nothing,
    changed
      ? html`<button class="undo" @click=${() => change({ ...noChanges(), compare: false })}>${texts.undoAll}</button>`
      : nothing,
  ];
  if (parts.every((part) => part === nothing)) return nothing;
  return html`<div class="hands-on" part="changes" role="group" aria-label=${texts.handsOn}>
    <h2>${texts.handsOn}</h2>
    ${parts} ${painting && ownWords ? html`<span class="hint">${texts.paintHint}</span>` : nothing}
    ${hintElsewhere(reader)}
  </div>`;
}
