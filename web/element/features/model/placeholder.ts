// Placeholder for a scene: the page's own fallback content until there is a scene, or the reason why there is none.
import { html, nothing, type TemplateResult } from 'lit';
import { bestBuild } from '../../../engine/runtime/wasm-features.js';
import { LoadTimeoutError, TIME_LIMIT } from './model-loader.js';
import { LOCALES, type Language, type Messages } from '../../../locales/index.js';

export interface PlaceholderProps {
  /**
   * True if there is attention to show; without it, and for a text without tokens, the page's fallback content is
   * shown.
   */
  hasSource: boolean;
  isLoaded: boolean;
  isPending: boolean;
  /** Error that prevents the scene; null if there is none. Screen readers announce it immediately. */
  error: Error | null;
  /** Error from loading the code that draws the scene; null if there is none. */
  partError: Error | null;
  /** Loads the model again after a failure to load it; null if there was no failure. */
  retry: (() => void) | null;
}

function reason(texts: Messages, { isLoaded, isPending, error, partError, retry }: PlaceholderProps): string {
  if (bestBuild() === null) return texts.noSimd;
  if (error instanceof LoadTimeoutError) return texts.loadsTooLong(TIME_LIMIT);
  if (error !== null) return (retry ? texts.loadFailed : texts.error)(error.message);
  if (partError !== null) return texts.partFailed(partError.message);
  if (!isLoaded) return texts.loading;
  return isPending ? texts.loadingPart : texts.emptyText;
}

export function placeholder(texts: Messages, props: PlaceholderProps): TemplateResult {
  const canRetry = props.retry !== null && props.error !== null && bestBuild() !== null;
  return html`<div class="message" part="message">
    ${props.hasSource ? nothing : html`<slot name="fallback"></slot>`}
    <p role=${(props.error ?? props.partError) ? 'alert' : 'status'}>${reason(texts, props)}</p>
    ${canRetry ? html`<button @click=${props.retry}>${texts.retry}</button>` : nothing}
  </div>`;
}

/** Placeholder for the whole element until the texts of the interface have loaded. */
export const frameWithoutTexts = (error: Error | null, language: Language): TemplateResult =>
  html`<div class="main">
    <div class="canvas" part="canvas">
      <div class="blank"></div>
      <div class="message" part="message">
        <slot name="fallback"></slot>
        ${error && html`<p role="alert">${LOCALES[language].textsFailed(error.message)}</p>`}
      </div>
    </div>
  </div>`;
