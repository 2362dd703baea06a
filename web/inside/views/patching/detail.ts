// A patch beside the two runs: the logit difference of each, and the recovery.
import { baseOf, printedPatch } from '../../views/patch-map.js';
import { interventionButton } from '../intervention-buttons.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isByToken } from '../../../analysis/patched-activation.js';
import { selectedOf } from './selected-patch.js';
import type { Shown } from '../shown.js';

export function pairDetail(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const [pair, patches] = [inspection.pair.value, inspection.patches.value];
  const described = pair && patches && selectedOf(shown, pair, patches);
  if (!described) return html`<p class="note">${texts.pair.nothing}</p>`;
  const { title, recovery, layer, place } = described;
  const { activation, attention } = patches;
  const intervention = { kind: 'patched', activation, at: { attention, layer }, place } as const;
  const isKnown = !Number.isNaN(recovery);
  const printed = printedPatch(pair, baseOf(patches), recovery);
  const heading = isByToken(patches.activation)
    ? html`<h2 class="place">${title}</h2>`
    : html`<h3 class="place">${title}</h3>`;
  return html`${heading}
    <p class="note">${texts.pair.directions[patches.direction]}</p>
    <dl class="numbers">
      <dt>${texts.pair.clean}</dt>
      <dd class="number">${texts.exact(printed.clean)}</dd>
      <dt>${texts.pair.corrupted}</dt>
      <dd class="number">${texts.exact(printed.corrupted)}</dd>
      <dt>${texts.pair.patched}</dt>
      <dd class="number">${isKnown ? texts.exact(printed.patched) : texts.selected.notYet}</dd>
      <dt>${texts.pair.share}</dt>
      <dd class="number">${isKnown ? html`<b>${texts.signed(printed.recovery)}</b>` : nothing}</dd>
    </dl>
    ${patches.direction === 'noise' ? html`<div class="ways">${interventionButton(shown, intervention, texts.interventions.keepPatch)}</div>` : html`<p class="note">${texts.interventions.keepNote}</p>`}`;
}
