// Buttons that edit the model: a head is switched off or replaced by its mean, its layer's feed-forward layer is switched off, a pair
// is blocked.
import { html, type TemplateResult } from 'lit';
import { isSameEdit, type Edit, type Part } from '../edits.js';
import { partName, type Shown } from './shown.js';
import { stackOf, type HeadRef } from '../../engine/transformer/head-ref.js';

/** Buttons for a head and for the feed-forward layer after it. */
export function editButtons(shown: Shown, at: HeadRef): TemplateResult {
  const { edits } = shown.texts;
  const feedForward: Part = { attention: stackOf(at.attention), layer: at.layer, head: null };
  return html`<div class="ways">
    ${editButton(shown, { kind: 'off', at }, edits.switchOff)} ${editButton(shown, { kind: 'mean', at }, edits.useMean)}
    ${editButton(shown, { kind: 'off', at: feedForward }, edits.switchOffPart(partName(shown, feedForward)), 'link')}
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
    @click=${() => inspection.edit({ kind: 'blocked', at, query, key })}
  >
    ${texts.edits.block}
  </button>`;

/** Makes an edit, or takes it back. */
export function editButton({ inspection }: Shown, edit: Edit, text: string, kind = ''): TemplateResult {
  const isOn = inspection.state.edits.some((each) => isSameEdit(each, edit));
  return html`<button class=${kind} aria-pressed=${isOn ? 'true' : 'false'} @click=${() => inspection.edit(edit)}>
    ${text}
  </button>`;
}
