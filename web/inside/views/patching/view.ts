// The view “Two sentences”: aligned token by token, and the map of what carries their difference.
import { DIRECTIONS, isByToken, PATCHED } from '../../../analysis/patched-activation.js';
import { headPatches } from './head-patches.js';
import { html, nothing, type TemplateResult } from 'lit';
import { pairAlignment } from './pair-alignment.js';
import { patchLine } from './patch-line.js';
import { reasonAgainst } from '../../views/patchable.js';
import { scaleLegend } from '../matrices/scale-legend.js';
import { shownToken, type Shown } from '../shown.js';
import { tokenPatches } from './token-patches.js';
import { viewHead } from '../view-frame.js';
import type { Patches } from '../../work/pair/patches.js';
import type { TextPair } from '../../work/pair/pair.js';

export function pairView(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { patches, pair } = inspection;
  const again = () => {
    patches.reset();
    inspection.set({});
  };
  const task = pair.status === 'failed' ? pair : patches;
  return html`${viewHead(shown, { task, again, controls: choices(shown) })} ${otherField(shown)}
  ${pair.value ? drawn(shown, pair.value) : html`<div class="room"></div>`}`;
}

function choices({ texts, inspection }: Shown): TemplateResult {
  const { activation, direction } = inspection.state;
  const { pair } = texts;
  const index = ({ target }: Event) => (target as HTMLSelectElement).selectedIndex;
  return html`<div class="choices">
    <label class="choice"
      >${pair.activation}
      <select @change=${(event: Event) => inspection.set({ activation: PATCHED[index(event)]! })}>
        ${PATCHED.map((each) => html`<option .selected=${each === activation}>${pair.activations[each]}</option>`)}
      </select></label
    >
    <label class="choice"
      >${pair.direction}
      <select @change=${(event: Event) => inspection.set({ direction: DIRECTIONS[index(event)]! })}>
        ${DIRECTIONS.map((each) => html`<option .selected=${each === direction}>${pair.directions[each]}</option>`)}
      </select></label
    >
  </div>`;
}

function otherField({ texts, inspection, type }: Shown): TemplateResult {
  const { other, text } = inspection.state;
  return html`<div class="other">
    <input
      class="text"
      type="text"
      spellcheck="false"
      autocomplete="off"
      aria-label=${texts.pair.other}
      placeholder=${texts.pair.otherHint}
      .value=${other}
      @input=${({ target }: Event) => type({ other: (target as HTMLInputElement).value })}
    />
    ${
      other === ''
        ? html`<button class="link" @click=${() => inspection.set({ other: text })}>${texts.pair.copy}</button>`
        : nothing
    }
  </div>`;
}

/** Least pixels of a view in which the map stands beside its numbers, and the share that the map has then. */
const [BESIDE_FROM, SHARE, BETWEEN] = [1000, 0.6, 48];

function drawn(shown: Shown, pair: TextPair): TemplateResult {
  const { texts, inspection } = shown;
  const { direction, activation } = inspection.state;
  const reason = reasonAgainst(pair, activation);
  const { value } = inspection.patches;
  const isBeside = shown.width >= BESIDE_FROM;
  const room = isBeside ? Math.floor(SHARE * (shown.width - BETWEEN)) : shown.width;
  return html`${pairAlignment(shown, pair)}
    <div class="patching" data-beside=${isBeside}>
      <div class="runs">
        ${otherAnswer(shown, pair)}
        <p>${texts.pair.values(texts.exact(pair.values.clean), texts.exact(pair.values.corrupted))}</p>
        <p class="note">${texts.pair.formula[direction]}</p>
        ${isBeside && value && !reason ? patchLine(shown, pair, value, shown.width - room - BETWEEN) : nothing}
      </div>
      <div>
        ${
          reason
            ? html`<p class="statement" role="status">${texts.pair.reasons[reason]}</p>`
            : value
              ? map({ ...shown, width: room }, pair, value)
              : html`<div class="room"></div>`
        }
      </div>
    </div>`;
}

/** The second text goes on with another token, which makes the better rival. */
function otherAnswer({ texts, inspection }: Shown, { next }: TextPair): TemplateResult {
  const { question } = inspection;
  const isOther = question !== null && next.id !== question.token && next.id !== question.against;
  return html`<p>
    ${texts.pair.otherAnswer(shownToken(next.text), texts.percent(next.probability, 0))}
    ${
      isOther
        ? html`<button
            class="link"
            @click=${() => inspection.set({ token: question.token, against: next.id, position: question.position })}
          >
            ${texts.pair.makeRival(shownToken(next.text))}
          </button>`
        : nothing
    }
  </p>`;
}

function map(shown: Shown, pair: TextPair, patches: Patches): TemplateResult {
  const { texts } = shown;
  const scale = shown.signedScale(1);
  return html`${isByToken(patches.activation) ? tokenPatches(shown, pair, patches) : headPatches(shown, pair, patches)}
  ${scaleLegend(scale, texts.pair.legend)}`;
}
