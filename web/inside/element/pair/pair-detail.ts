// A patch beside the two runs: the logit difference of each, and the recovery.
import { baseOf, patchedValue, recoveryOfHead, tokenMapOf } from '../../views/patch-map.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isByToken } from '../../../analysis/patched-activation.js';
import { patchName, selectedPatch, tokenOf } from './token-patches.js';
import type { Shown } from '../shown.js';
import type { Patches } from '../../work/pair/patches.js';
import type { TextPair } from '../../work/pair/pair.js';

export function pairDetail(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const [pair, patches] = [inspection.pair.value, inspection.patches.value];
  const described = pair && patches && descriptionOf(shown, pair, patches);
  if (!described) return html`<p class="note">${texts.pair.nothing}</p>`;
  const { title, recovery } = described;
  const isKnown = !Number.isNaN(recovery);
  const patched = patchedValue(pair, baseOf(patches), recovery);
  const heading = isByToken(patches.activation)
    ? html`<h2 class="place">${title}</h2>`
    : html`<h3 class="place">${title}</h3>`;
  return html`${heading}
    <p class="note">${texts.pair.directions[patches.direction]}</p>
    <dl class="numbers">
      <dt>${texts.pair.clean}</dt>
      <dd class="number">${texts.signed(pair.values.clean)}</dd>
      <dt>${texts.pair.corrupted}</dt>
      <dd class="number">${texts.signed(pair.values.corrupted)}</dd>
      <dt>${texts.pair.patched}</dt>
      <dd class="number">${isKnown ? texts.signed(patched) : texts.selected.notYet}</dd>
      <dt>${texts.pair.share}</dt>
      <dd class="number">${isKnown ? html`<b>${texts.signed(recovery)}</b>` : nothing}</dd>
    </dl>`;
}

function descriptionOf(shown: Shown, pair: TextPair, patches: Patches) {
  const { texts, inspection, head } = shown;
  if (isByToken(patches.activation)) {
    const patch = selectedPatch(shown, tokenMapOf(pair, patches, shown.isNarrow));
    if (!patch || patch.isGap) return null;
    const title = patchName(shown, patches, patch, tokenOf(pair, patches, patch.position));
    return { title, recovery: patch.recovery };
  }
  const recovery = head && recoveryOfHead(patches, inspection.heads, head);
  if (!head || typeof recovery !== 'number') return null;
  return { title: texts.pair.activations[patches.activation], recovery };
}
