// Panel of the view `patching`: the logit differences of both runs and after the selected patch, and the recovery.
import { baseOf, printedPatch } from './patch-map.js';
import { interventionButton } from '../../element/intervention-buttons.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isByToken } from '../../../analysis/patched-activation.js';
import * as results from './results.js';
import { selectedOf } from './selected-patch.js';
import type { Shown } from '../../element/shown.js';

export function patchDetail(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const [sentences, patches] = [inspection.result(results.sentences).value, inspection.result(results.patching).value];
  const described = sentences && patches && selectedOf(shown, sentences, patches);
  if (!described) return html`<p class="note">${texts.patching.nothing}</p>`;
  const { title, recovery, layer, place } = described;
  const { activation, attention } = patches;
  const intervention = { kind: 'patched', activation, at: { attention, layer }, place } as const;
  const isKnown = !Number.isNaN(recovery);
  const printed = printedPatch(sentences, baseOf(patches), recovery);
  const heading = isByToken(patches.activation)
    ? html`<h2 class="place">${title}</h2>`
    : html`<h3 class="place">${title}</h3>`;
  return html`${heading}
    <p class="note">${texts.patching.directions[patches.direction]}</p>
    <dl class="numbers">
      <dt>${texts.patching.clean}</dt>
      <dd class="number">${texts.exact(printed.clean)}</dd>
      <dt>${texts.patching.corrupted}</dt>
      <dd class="number">${texts.exact(printed.corrupted)}</dd>
      <dt>${texts.patching.patched}</dt>
      <dd class="number">${isKnown ? texts.exact(printed.patched) : texts.selected.notYet}</dd>
      <dt>${texts.patching.share}</dt>
      <dd class="number">${isKnown ? html`<b>${texts.signed(printed.recovery)}</b>` : nothing}</dd>
    </dl>
    ${patches.direction === 'noise' ? html`<div class="ways">${interventionButton(shown, intervention, texts.interventions.keepPatch)}</div>` : html`<p class="note">${texts.interventions.keepNote}</p>`}`;
}
