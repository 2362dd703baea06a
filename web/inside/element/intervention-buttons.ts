// Buttons for interventions: switch off a head, replace its output with the mean, switch off the feed-forward layer
// after it, or block a pair of tokens.
import { html, type TemplateResult } from 'lit';
import { isSameIntervention, type Intervention, type Part } from '../interventions.js';
import { partName, type Shown } from './shown.js';
import { stackOf, type HeadRef } from '../../engine/transformer/head-ref.js';

/**
 * Buttons that ablate a head or replace its output with the mean, and that ablate the feed-forward layer of the same
 * layer.
 */
export function interventionButtons(shown: Shown, at: HeadRef): TemplateResult {
  const { interventions } = shown.texts;
  const feedForward: Part = { attention: stackOf(at.attention), layer: at.layer, head: null };
  return html`<div class="ways">
    ${interventionButton(shown, { kind: 'off', at }, interventions.switchOff)}
    ${interventionButton(shown, { kind: 'mean', at }, interventions.useMean)}
    ${interventionButton(shown, { kind: 'off', at: feedForward }, interventions.switchOffPart(partName(shown, feedForward)), 'link')}
  </div>`;
}

/** Button that blocks a pair of tokens in one head. @param label text that names the tokens for screen readers */
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
