// Panel for text continuation: buttons to generate, sampling options, and the most probable next tokens to choose from.
// Its space is reserved before the model has loaded.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_SAMPLING_TEMPERATURE, MAX_SEED, type Sampling } from '../../property-codecs.js';
import { drawer } from '../../panels/drawer.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { Continuation } from '../../source/continuation.js';
import type { Writer } from './writer.js';
import type { Messages } from '../../../locales/index.js';

const PLACES = 5;

/** The element's properties that the continuation panel uses. */
export interface ContinuationHost {
  /** Continuation of the text; null before the first run. */
  readonly continuation: Continuation | null;
  sampling: Sampling;
  appendToken: (text: string) => void;
}

function nextToken(
  { continuation: texts, percent, end }: Messages,
  { continuation, appendToken }: ContinuationHost,
  place: number,
): TemplateResult {
  const token = continuation?.next[place];
  if (!token) return html`<li><button disabled>&nbsp;</button></li>`;
  const { label, word, text, probability } = token;
  const [shown, share] = [label === '' ? end : label.slice(word === '' ? 0 : 1), percent(probability, 0)];
  return html`<li>
    <button
      aria-label=${texts.chooseToken(word + shown, share)}
      ?disabled=${text === '' || !continuation.hasRoom}
      ${styled({ '--share': `${100 * probability}%` })}
      @click=${() => appendToken(text)}
    >
      <bdi><i>${word}</i>${shown}</bdi><span>${share}</span>
    </button>
  </li>`;
}

function samplingSlider(
  [label, help]: readonly [string, string],
  { min, max, step, value }: { min: number; max: number; step: number; value: number },
  onInput: (value: number) => void,
): TemplateResult {
  return html`<label class="slider" title=${help}>
    ${label}
    <input
      type="range"
      min=${min}
      max=${max}
      step=${step}
      .value=${live(String(value))}
      @input=${(event: InputEvent) => onInput(Number((event.target as HTMLInputElement).value))}
    />
    <span>${value}</span>
  </label>`;
}

function samplingControls({ continuation: texts }: Messages, host: ContinuationHost): TemplateResult[] {
  const { temperature, topP, seed } = host.sampling;
  const change = (changed: Partial<Sampling>) => (host.sampling = { ...host.sampling, ...changed });
  const setSeed = (event: Event) => {
    const value = Math.round(Number((event.target as HTMLInputElement).value));
    change({ seed: Math.min(MAX_SEED, Math.max(0, value || 0)) });
  };
  return [
    samplingSlider(
      [texts.temperature, texts.temperatureHelp],
      { min: 0, max: MAX_SAMPLING_TEMPERATURE, step: 0.1, value: temperature },
      (value) => change({ temperature: value }),
    ),
    samplingSlider([texts.topP, texts.topPHelp], { min: 0.05, max: 1, step: 0.05, value: topP }, (value) =>
      change({ topP: value }),
    ),
    html`<label class="slider" title=${texts.seedHelp}>
      ${texts.seed}
      <input type="number" min="0" max=${MAX_SEED} .value=${live(String(seed))} @change=${setSeed} />
    </label>`,
  ];
}

export { continuation as continuationStyles } from '../../styles/continuation.js';
export { Writer } from './writer.js';

export function continuationPanel(texts: Messages, host: ContinuationHost, writer: Writer): TemplateResult {
  const { continuation } = host;
  const words = texts.continuation;
  const isFull = continuation?.hasRoom === false;
  const cannot = !continuation || isFull;
  const status = isFull ? words.full(continuation.maxTokens) : writer.hasEnded ? words.ended : '';
  const [sign, name] = writer.writing ? ['■', words.stop] : ['▶', words.goOn];
  return html`<div class="continuation" part="continuation" role="group" aria-label=${words.label}>
    <div class="writing">
      <button class="go-on" ?disabled=${cannot} @click=${() => writer.toggle()}>
        <span aria-hidden="true">${sign}</span> ${name}
      </button>
      <button ?disabled=${cannot || writer.writing} @click=${() => writer.once()}>${words.once}</button>
      <span class="hint" role="status">${status || nothing}</span>
      ${drawer(words.sampling, samplingControls(texts, host))}
    </div>
    <p class="hint next"><b>${words.next}</b><span>${texts.colon}${words.nextHelp}</span></p>
    <ol aria-label=${words.next}>
      ${Array.from({ length: PLACES }, (_, place) => nextToken(texts, host, place))}
    </ol>
  </div>`;
}
