// Playback controls below the canvas: the buttons and the timeline, as far as the property `controls` includes them.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { allows, type SpotlightHost } from '../host.js';
import { live } from 'lit/directives/live.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { Messages } from '../../../locales/index.js';
import type { Moment } from '../../../view/stages.js';
import type { Player } from './player.js';

/** Icons of the playback buttons, as paths to be filled in a 16 × 16 box. */
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

const SPEEDS = [0.5, 1, 2];

const sliderText = (texts: Messages, { stage, progress }: Moment): string =>
  texts.stageOf(texts.stages[stage], texts.percent(progress, 0));

/** Moves the timeline's slider without rendering, for playback frames that change nothing else in the panel. */
export function moveSlider(texts: Messages, { renderRoot, timeline, moment: now }: SpotlightHost): void {
  const slider = renderRoot.querySelector<HTMLInputElement>('.track input');
  if (!slider) return;
  const moment = timeline.shown(now);
  slider.value = String(timeline.secondsAt(moment));
  slider.setAttribute('aria-valuetext', sliderText(texts, moment));
}

const valueOf = ({ target }: Event): number => Number((target as HTMLInputElement | HTMLSelectElement).value);

/**
 * Renders the playback buttons.
 * @param present starts the full-screen presentation
 */
function buttons(texts: Messages, host: SpotlightHost, player: Player, present: () => void): TemplateResult[] {
  const { timeline, speed } = host;
  const moment = timeline.shown(host.moment);
  const toggle = () => player.toggle();
  return [
    roundButton('back', texts.stepBack, () => player.goTo(timeline.stepBack(moment))),
    player.playing ? roundButton('pause', texts.pause, toggle) : roundButton('play', texts.play, toggle),
    roundButton('forward', texts.stepForward, () => player.goTo(timeline.stepForward(moment))),
    html`<select
      class="speed"
      aria-label=${texts.speed}
      title=${texts.speed}
      @change=${(event: Event) => (host.speed = valueOf(event))}
    >
      ${[...new Set([...SPEEDS, speed])].map(
        (each) => html`<option value=${each} ?selected=${each === speed}>${each}×</option>`,
      )}
    </select>`,
    roundButton('present', texts.present, present),
  ];
}

function track(texts: Messages, host: SpotlightHost, player: Player): TemplateResult {
  const { timeline } = host;
  const moment = timeline.shown(host.moment);
  return html`<div class="track">
    <input
      type="range"
      min="0"
      max=${timeline.length}
      step="0.01"
      aria-label=${texts.timeline}
      aria-valuetext=${live(sliderText(texts, moment))}
      .value=${live(String(timeline.secondsAt(moment)))}
      @input=${(event: InputEvent) => player.goTo(timeline.momentAt(valueOf(event)))}
    />
    <div class="stages">
      ${timeline.stages.map(
        (name) =>
          html`<button
            ${styled({ flex: `${timeline.secondsOf(name)} 1 0` })}
            aria-current=${name === moment.stage ? 'step' : nothing}
            @click=${() => player.goTo({ stage: name, progress: 1 })}
          >
            ${texts.stages[name]}
          </button>`,
      )}
    </div>
  </div>`;
}

export const timelinePanel = (
  texts: Messages,
  host: SpotlightHost,
  player: Player,
  present: () => void,
): TemplateResult =>
  html`<div class="timeline" part="timeline">
    ${allows(host, 'play') ? buttons(texts, host, player, present) : nothing}
    ${allows(host, 'scrub') ? track(texts, host, player) : nothing}
  </div>`;
