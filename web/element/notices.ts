// What a reader has to know of the numbers before believing them.
import { html, nothing, type TemplateResult } from 'lit';
import { HAN } from '../text/word-features.js';
import { hasSegmenter } from '../text/tokenize.js';
import { headSummary } from './model-card.js';
import { MOST_WORDS, type Look } from './looking.js';
import type { Messages } from '../messages/index.js';

/** @param showCard opens the model card; null: the reader may not */
export function notices(
  texts: Messages,
  looking: Look,
  text: string,
  showCard: (() => void) | null,
): readonly (TemplateResult | typeof nothing)[] {
  const { run, description } = looking;
  const notice = (said: string) => html`<p class="notice" part="notice">${said}</p>`;
  return [
    looking.stepsKnown ? nothing : notice(texts.given),
    run && !hasSegmenter && HAN.test(text) ? notice(texts.noSegmenter) : nothing,
    run?.trained === false ? html`<p class="notice" part="notice" data-untrained>${texts.untrained}</p>` : nothing,
    description
      ? html`<p class="notice head-notice" part="notice" data-role=${description.role ?? 'free'}>
          ${headSummary(texts, description, looking.askingLanguage)}
          ${showCard ? html`<button class="link" @click=${showCard}>${texts.card.open}</button>` : nothing}
        </p>`
      : nothing,
    looking.allWords > MOST_WORDS
      ? html`<p class="notice" part="notice" role="status">${texts.tooLong(looking.allWords, MOST_WORDS)}</p>`
      : nothing,
  ];
}
