// Buttons of interventions: a head is switched off or replaced by its mean, its layer's feed-forward layer is switched off, a pair
// is blocked.
import { html, type TemplateResult } from 'lit';
import { isSameIntervention, type Intervention, type Part } from '../interventions.js';
import { partName, type Shown } from './shown.js';
import { stackOf, type HeadRef } from '../../engine/transformer/head-ref.js';

/** Buttons for a head and for the feed-forward layer after it. */
export function interventionButtons(shown: Shown, at: HeadRef): TemplateResult {
  const { interventions } = shown.texts;
  const feedForward: Part = { attention: stackOf(at.attention), layer: at.layer, head: null };
  return html`<div class="ways">
    ${interventionButton(shown, { kind: 'off', at }, interventions.switchOff)}
    ${interventionButton(shown, { kind: 'mean', at }, interventions.useMean)}
    ${interventionButton(shown, { kind: 'off', at: feedForward }, interventions.switchOffPart(partName(shown, feedForward)), 'link')}
  </div>`;
}

/** A pair of tokens is blocked in one head. @param label for screen readers, which names the tokens */
export const blockButton = (
  { texts, inspection }: Shown,
  at: HeadRef,
  [query, key]: readonly [number, number],
  label: string,
): TemplateResult =>
  html`<button
    class="link block"
    aria-label=${label}
    title=${label}
    @click=${() => inspection.intervene({ kind: 'blocked', at, query, key })}
  >
    ${texts.interventions.block}
  </button>`;

/** Makes an intervention, or takes it back. */
export function interventionButton(
  { inspection }: Shown,
  intervention: Intervention,
  text: string,
  kind = '',
): TemplateResult {
  const isOn = inspection.state.interventions.some((each) => isSameIntervention(each, intervention));
  return html`<button
    class=${kind}
    aria-pressed=${isOn ? 'true' : 'false'}
    @click=${() => inspection.intervene(intervention)}
  >
    ${text}
  </button>`;
}
