// The caption below the sentence: the keys that the query token attends to most, and the head's accuracy.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { headSummary, headSummaryText, tallyOf } from '../claims/claim-text.js';
import { rowOf, shownDoubt, strongestCaption } from '../view-model/caption.js';
import { tally } from './tally.js';
import { largestColumn, type ViewModelData } from '../../view/view-model.js';
import type { HeadRole } from '../../engine/transformer/model-config.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { Messages } from '../../locales/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

interface CaptionProps {
  /** Opens the model card; null if the card is not available. */
  showCard: (() => void) | null;
  /** Renders a text with its technical terms explained. */
  explain: (text: string) => TemplateResult[];
}

const MIN_SHARE = 0.05;
const MAX_SHARES = 3;

/**
 * Lists the query token's largest weights, each as in “72% from “cat””; empty if all of the query's keys are masked.
 */
export function sharesOf(texts: Messages, { keyTokens, weights, selection }: ViewModelData): string[] {
  const row = rowOf(weights, selection.row);
  const percents = texts.percents(row);
  const largest = [...row.keys()].sort((one, other) => row[other]! - row[one]!);
  return largest
    .slice(0, MAX_SHARES)
    .filter((key, rank) => row[key]! > 0 && (rank === 0 || row[key]! >= MIN_SHARE))
    .map((key) => texts.shareFrom(keyTokens[key]!, percents[key]!));
}

/**
 * Last sentence of the narration: from which keys' values the query token's output is summed, or why there are none.
 */
export function conclusion(texts: Messages, viewModel: ViewModelData): TemplateResult | string {
  const shares = sharesOf(texts, viewModel);
  if (shares.length === 0) return strongestCaption(texts, viewModel, null);
  return html`${texts.conclusion(viewModel.queryTokens[viewModel.selection.row]!, shares)}<span class="lesson"
      >${texts.sentenceSeparator}${texts.lesson}</span
    >`;
}

/** Caption for the largest attention weight, with tokens and weight in their colors. */
function coloredCaption(texts: Messages, viewModel: ViewModelData, baseline: Tensor | null): TemplateResult {
  const { queryTokens, keyTokens, weights, selection } = viewModel;
  const column = largestColumn(weights, selection.row);
  const parts = {
    query: queryTokens[selection.row]!,
    key: keyTokens[column]!,
    weight: texts.percents(rowOf(weights, selection.row))[column]!,
  };
  const caption = strongestCaption(texts, viewModel, baseline);
  const strongest = texts.strongest(parts.query, parts.key, parts.weight);
  if (!caption.startsWith(strongest)) return html`${caption}`;
  const colored = texts
    .strongest('\0query\0', '\0key\0', '\0weight\0')
    .split('\0')
    .map((part) => (part in parts ? html`<b class=${part}>${parts[part as keyof typeof parts]}</b>` : part));
  return html`${colored}${caption.slice(strongest.length)}`;
}

/** Line with a head's role and accuracy, and an explanation of heads. */
function aboutHead(
  texts: Messages,
  source: AttentionSource,
  query: number,
  role: HeadRole | null,
  { showCard, explain }: CaptionProps,
): TemplateResult {
  const counted = tallyOf(texts, source, query);
  const summary = counted
    ? html`<b>${texts.roles[role!].does}${counted.harder === '' ? nothing : ' · '}</b>${counted.harder}`
    : role === null
      ? explain(headSummaryText(texts, source, query))
      : headSummary(texts, source, query);
  return html`${counted ? tally(counted) : nothing}
    <p class="hint" data-role=${role ?? 'unsupervised'}>
      ${summary}
      <button class="link" popovertarget="gloss">${texts.gloss.ask}</button>
      ${showCard ? html`<button class="link" @click=${showCard}>${texts.card.open}</button>` : nothing}
    </p>`;
}

/** Explanation of heads in a popover, which closes on Escape or on a click outside. */
const gloss = ({ gloss: texts }: Messages, { shape: { layers, numHeads }, headRef }: AttentionSource): TemplateResult =>
  html`<div id="gloss" popover role="note">
    <p>${texts.answer(layers[headRef.attention] * numHeads)}</p>
    <button popovertarget="gloss" popovertargetaction="hide">${texts.close}</button>
  </div>`;

export function captionPanel(
  texts: Messages,
  source: AttentionSource,
  viewModel: ViewModelData,
  props: CaptionProps,
): TemplateResult {
  const { baseline, description } = source;
  const doubt = shownDoubt(texts, source, viewModel);
  // Keyed by the text of the caption: a new caption, whose lines may break elsewhere, fades in instead of shifting.
  const strongest = keyed(strongestCaption(texts, viewModel, baseline), coloredCaption(texts, viewModel, baseline));
  return html`<div class="caption" part="caption">
    <p class="strongest">${strongest}</p>
    ${doubt === '' ? nothing : html`<p class="doubt">${doubt}</p>`}
    ${description ? aboutHead(texts, source, viewModel.selection.row, description.role, props) : nothing}
    ${description ? gloss(texts, source) : nothing}
  </div>`;
}
