// The view `patching`: two aligned sentences, and a map of the recovery by patching activations of one sentence into
// the other.
import { DIRECTIONS, isByToken, PATCHED } from '../../../analysis/patched-activation.js';
import { choice } from '../../element/choice.js';
import { headPatches } from './head-patches.js';
import { html, nothing, type TemplateResult } from 'lit';
import { alignment } from './alignment.js';
import { patchLine } from './patch-line.js';
import { reasonAgainst } from './aligned.js';
import { carried, patching as result, sentences } from './results.js';
import { patchDetail } from './detail.js';
import { scaleLegend } from '../../maps/scale-legend.js';
import { shownToken, type Shown } from '../../element/shown.js';
import { strongestHead } from './patch-map.js';
import { styles } from './styles.js';
import { textField } from '../../element/text-field.js';
import { tokenPatches } from './token-patches.js';
import type { Patches } from './work.js';
import type { Sentences } from './work/sentences.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'patching',
  result,
  others: () => [sentences, carried],
  draw(shown) {
    const { value } = shown.inspection.result(sentences);
    return html`${otherField(shown)} ${value ? drawn(shown, value) : html`<div class="room"></div>`}`;
  },
  controls,
  firstHead(inspection) {
    const { status, value } = inspection.result(result);
    return status === 'done' && !isByToken(inspection.state.activation)
      ? strongestHead(value!, inspection.heads)
      : null;
  },
  headNumbers: patchDetail,
  detail: (shown) => (isByToken(shown.inspection.state.activation) ? patchDetail(shown) : null),
  styles,
};

function controls({ texts, inspection }: Shown): TemplateResult {
  const { activation, direction } = inspection.state;
  const { patching } = texts;
  return html`<div class="choices">
    ${choice(patching.activation, PATCHED, patching.activations, activation, (chosen) => inspection.set({ activation: chosen }))}
    ${choice(patching.direction, DIRECTIONS, patching.directions, direction, (chosen) => inspection.set({ direction: chosen }))}
  </div>`;
}

function otherField({ texts, inspection, type }: Shown): TemplateResult {
  const { other, text } = inspection.state;
  return html`<div class="other">
    ${textField(texts.patching.other, texts.patching.otherHint, other, { input: (typed) => type({ other: typed }) })}
    ${
      other === ''
        ? html`<button class="link" @click=${() => inspection.set({ other: text })}>${texts.patching.copy}</button>`
        : nothing
    }
  </div>`;
}

/**
 * Layout of the map and the numbers beside it: the minimum width of the view in pixels, the map's share of the width,
 * and the gap in pixels.
 */
const [BESIDE_FROM, SHARE, BETWEEN] = [1000, 0.6, 48];

function drawn(shown: Shown, both: Sentences): TemplateResult {
  const { texts, inspection } = shown;
  const { direction, activation } = inspection.state;
  const reason = reasonAgainst(both, activation);
  const { value } = inspection.result(result);
  const isBeside = shown.width >= BESIDE_FROM;
  const room = isBeside ? Math.floor(SHARE * (shown.width - BETWEEN)) : shown.width;
  return html`${alignment(shown, both)}
    <div class="patching" data-beside=${isBeside}>
      <div class="runs">
        ${otherAnswer(shown, both)}
        <p>${texts.patching.values(texts.exact(both.values.clean), texts.exact(both.values.corrupted))}</p>
        <p class="note">${texts.patching.formula[direction]}</p>
        ${isBeside && value && !reason ? patchLine(shown, both, value, shown.width - room - BETWEEN) : nothing}
      </div>
      <div>
        ${
          reason
            ? html`<p class="statement" role="status">${texts.patching.reasons[reason]}</p>`
            : value
              ? map({ ...shown, width: room }, both, value)
              : html`<div class="room"></div>`
        }
      </div>
    </div>`;
}

/**
 * The model's prediction for the second sentence, and a button that makes it the token to compare with in the question.
 */
function otherAnswer({ texts, inspection }: Shown, { next }: Sentences): TemplateResult {
  const { question } = inspection;
  const isOther = question !== null && next.id !== question.token && next.id !== question.against;
  return html`<p>
    ${texts.patching.otherAnswer(shownToken(next.text), texts.percent(next.probability, 0))}
    ${
      isOther
        ? html`<button
            class="link"
            @click=${() => inspection.set({ token: question.token, against: next.id, position: question.position })}
          >
            ${texts.patching.makeRival(shownToken(next.text))}
          </button>`
        : nothing
    }
  </p>`;
}

function map(shown: Shown, both: Sentences, patches: Patches): TemplateResult {
  const { texts } = shown;
  const scale = shown.signedScale(1);
  return html`${isByToken(patches.activation) ? tokenPatches(shown, both, patches) : headPatches(shown, both, patches)}
  ${scaleLegend(scale, texts.patching.legend)}`;
}
