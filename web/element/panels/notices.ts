// Notices about the limits of the scene's numbers: external attention, an untrained model, the head's accuracy, or a
// text that is too long.
import { html, nothing, type TemplateResult } from 'lit';
import { HAN } from '../../text/word-features.js';
import { hasSegmenter } from '../../text/tokenize.js';
import { headSummary } from '../claims/claim-text.js';
import { isForeign, type NamedModel } from '../source/named-models.js';
import { MAX_TOKENS, type AttentionSource } from '../source/attention-source.js';
import type { Messages } from '../../locales/index.js';

const notice = (content: string) => html`<p class="notice" part="notice">${content}</p>`;

/** Notices that a model knows only one language, shown even before the model has loaded. */
export function modelNotices(
  { continuation: texts }: Messages,
  model: NamedModel,
  text: string,
): readonly TemplateResult[] {
  if (model.language === null) return [];
  return [notice(texts.note), ...(isForeign(model, text) ? [notice(texts.bytes)] : [])];
}

/**
 * Renders the notices about the limits of a head's numbers.
 * @param query index of the query token
 * @param headIsDescribed true if the panel beside the canvas describes the head
 * @param showCard opens the model card; null if it is not available
 */
export function notices(
  texts: Messages,
  source: AttentionSource,
  query: number,
  headIsDescribed: boolean,
  showCard: (() => void) | null,
): readonly (TemplateResult | typeof nothing)[] {
  const { run, description } = source;
  return [
    source.weights && !source.steps ? notice(texts.externalAttention) : nothing,
    run && !hasSegmenter && HAN.test(source.title) ? notice(texts.noSegmenter) : nothing,
    run?.trained === false ? html`<p class="notice" part="notice" data-untrained>${texts.untrained}</p>` : nothing,
    description && !headIsDescribed
      ? html`<p class="notice head-notice" part="notice" data-role=${description.role ?? 'unsupervised'}>
          ${source.isAblated(source.headRef) ? texts.headIsOff : headSummary(texts, source, query)}
          ${showCard ? html`<button class="link" @click=${showCard}>${texts.card.open}</button>` : nothing}
        </p>`
      : nothing,
    source.tokenCount > MAX_TOKENS
      ? html`<p class="notice" part="notice" role="status">${texts.tooLong(source.tokenCount, MAX_TOKENS)}</p>`
      : nothing,
  ];
}

/** Empty line that reserves space for the notice about the head until the model has run. */
export const noticePlaceholder: TemplateResult = html`<p class="notice head-notice" part="notice">&nbsp;</p>`;

/** Notice that a part of the interface failed to load. It is shown beside the scene, which does not need that part. */
export const partNotice = (texts: Messages, error: Error): TemplateResult =>
  html`<p class="notice" part="notice" role="alert">${texts.partFailed(error.message)}</p>`;
