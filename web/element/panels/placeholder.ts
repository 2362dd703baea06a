// In place of a scene: why there is none.
import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../messages/index.js';

/**
 * @param hasSource whether the text could be run: without one, the page's fallback is shown
 * @param isError whether screen readers announce the message at once
 * @param retry loads again; null: not offered
 */
export function placeholder(
  texts: Messages,
  message: string,
  hasSource: boolean,
  isError: boolean,
  retry: (() => void) | null,
): TemplateResult {
  return html`<div class="message" part="message">
    ${hasSource ? nothing : html`<slot name="fallback"></slot>`}
    ${isError ? html`<p role="alert">${message}</p>` : html`<p role="status">${message}</p>`}
    ${retry ? html`<button @click=${retry}>${texts.retry}</button>` : nothing}
  </div>`;
}
