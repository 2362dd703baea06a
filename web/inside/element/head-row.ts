// A row in a list of heads. It is a button that selects its head, which the panel beside the view then describes.
import { html, type TemplateResult } from 'lit';
import { isSameHead, type HeadRef } from '../../engine/transformer/head-ref.js';
import type { Shown } from './shown.js';

export function headRow({ inspection, point }: Shown, at: HeadRef, content: TemplateResult): TemplateResult {
  const { head } = inspection.state;
  return html`<li>
    <button
      aria-pressed=${head !== null && isSameHead(head, at)}
      @click=${() => inspection.select(at)}
      @pointerenter=${() => point(at)}
      @pointerleave=${() => point(null)}
      @focus=${() => point(at)}
      @blur=${() => point(null)}
    >
      ${content}
    </button>
  </li>`;
}
