// In place of a scene: the page's fallback until there is one, and the reason why there is none.
import { html, nothing, type TemplateResult } from 'lit';
import { bestBuild } from '../../engine/runtime/wasm-features.js';
import { LoadTimeoutError, TIME_LIMIT } from '../model/model-loader.js';
import type { Messages } from '../../messages/index.js';

export interface PlaceholderProps {
  /** Whether there is something to show, if the text has a token. Without it, the page's fallback is shown. */
  hasSource: boolean;
  isLoaded: boolean;
  /** What went wrong; null: nothing. Screen readers announce it at once. */
  error: Error | null;
  /** Loads again, after a load that failed; null: none did. */
  retry: (() => void) | null;
}

function reason(texts: Messages, { isLoaded, error, retry }: PlaceholderProps): string {
  if (bestBuild() === null) return texts.noSimd;
  if (error instanceof LoadTimeoutError) return texts.loadsTooLong(TIME_LIMIT);
  if (error !== null) return (retry ? texts.loadFailed : texts.error)(error.message);
  return isLoaded ? texts.emptyText : texts.loading;
}

export function placeholder(texts: Messages, props: PlaceholderProps): TemplateResult {
  const canRetry = props.retry !== null && bestBuild() !== null;
  return html`<div class="message" part="message">
    ${props.hasSource ? nothing : html`<slot name="fallback"></slot>`}
    <p role=${props.error ? 'alert' : 'status'}>${reason(texts, props)}</p>
    ${canRetry ? html`<button @click=${props.retry}>${texts.retry}</button>` : nothing}
  </div>`;
}
