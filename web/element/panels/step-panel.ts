// The panel beside the canvas: what the current stage does, and the arithmetic of the selected cell.
import { html, nothing, type TemplateResult } from 'lit';
import { arithmeticOf } from '../../view/arithmetic.js';
import { cursorOf } from '../../view/reveal.js';
import { largestColumn, formatNumber, type ViewModelData } from '../../view/view-model.js';
import { stageProgress, STAGE_NAMES, stageOf } from '../../view/stages.js';
import { tokensOf, VECTORS } from '../../view/marks/vectors.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { AttentionType, HeadTrace, TokenCandidate } from '../../engine/model/run.js';
import type { Cell } from '../../view/scene.js';
import type { Messages } from '../../messages/index.js';

/** What a cell connects: a query token and a key token, or a token and one of its numbers. */
function titleOf(viewModel: ViewModelData, { matrix, row, column }: Cell): { from: string; to: string } {
  const { queryTokens, keyTokens } = viewModel;
  if (matrix === 'attention') return { from: queryTokens[row]!, to: keyTokens[column]! };
  const { symbol, transposed } = VECTORS[matrix];
  const [token, dimension] = transposed ? [column, row] : [row, column];
  return { from: tokensOf(viewModel, matrix)[token]!, to: `${symbol.replace('ᵀ', '')}[${dimension}]` };
}

function cellCard(
  texts: Messages,
  viewModel: ViewModelData,
  cell: Cell,
  { pinned, baseline }: StepPanelProps,
): TemplateResult {
  const { from, to } = titleOf(viewModel, cell);
  return html`<div class="cell ${pinned ? 'pinned' : ''}">
    <h3><bdi class="query">${from}</bdi> → <bdi class=${cell.matrix === 'attention' ? 'key' : 'value'}>${to}</bdi></h3>
    <div class="numbers" data-arithmetic>
      ${arithmeticOf(viewModel, cell).map(({ text, role }) => html`<span class=${role ?? nothing}>${text}</span>`)}
    </div>
    ${baseline && cell.matrix === 'attention' ? html`<p>${difference(texts, viewModel, cell, baseline)}</p>` : nothing}
    ${pinned ? html`<p class="hint">${texts.pinned}</p>` : nothing}
  </div>`;
}

/**
 * The key that the query token attends to most, as a sentence; empty before the softmax is done.
 * @param baseline the head without the user's interventions; null where there are none
 */
export function strongestCaption(
  texts: Messages,
  { queryTokens, keyTokens, trace, moment, selection: { row } }: ViewModelData,
  baseline: HeadTrace | null,
): string {
  if (stageProgress(moment, 'softmax') < 1) return '';
  const strongestIn = ({ weights }: HeadTrace) => {
    const column = largestColumn(weights, row);
    return { key: keyTokens[column]!, weight: weights.data[row * keyTokens.length + column]! };
  };
  const query = queryTokens[row]!;
  const { key, weight } = strongestIn(trace);
  if (weight === 0) return texts.attendsToNothing(query);
  const strongest = texts.strongest(query, key, texts.percent(weight, 0));
  if (!baseline) return strongest;
  const before = strongestIn(baseline);
  return [strongest, texts.baseline(before.key, texts.percent(before.weight, 0))].join(texts.sentenceSeparator);
}

/** How much a weight differs from the baseline. */
function difference(
  texts: Messages,
  { trace, keyTokens }: ViewModelData,
  { row, column }: Cell,
  baseline: HeadTrace,
): string {
  const [before, now] = [baseline, trace].map(({ weights }) => weights.data[row * keyTokens.length + column]!) as [
    number,
    number,
  ];
  const change = `${now >= before ? '+' : ''}${formatNumber(now - before, 3)}`;
  return texts.difference(formatNumber(before, 3), change);
}

/** A probability as a percentage; below 1% as '<1%'. */
const probabilityText = (texts: Messages, probability: number): string =>
  probability < 0.01 ? `<${texts.percent(0.01, 0)}` : texts.percent(probability, 0);

/** The most likely tokens after the query token of the decoder. */
function nextTokens(texts: Messages, next: readonly TokenCandidate[]): TemplateResult {
  return html`<p class="hint">${texts.nextTokens}</p>
    <ul class="next-tokens">
      ${next.map(
        ({ text, probability }) =>
          html`<li><bdi>${text === '' ? texts.end : text}</bdi> ${probabilityText(texts, probability)}</li>`,
      )}
    </ul>`;
}

/** What the panel shows besides the view model. */
interface StepPanelProps {
  /** Whether the selected cell is pinned. */
  pinned: boolean;
  /** The decoder's most likely next tokens. */
  next: readonly TokenCandidate[] | null;
  /** The head without the user's interventions; null where there are none. */
  baseline: HeadTrace | null;
  attention: AttentionType;
}

export function stepPanel(texts: Messages, viewModel: ViewModelData, props: StepPanelProps): TemplateResult {
  const { next, baseline, attention } = props;
  const { stage } = viewModel.moment;
  const cursor = cursorOf(viewModel);
  const number = STAGE_NAMES.indexOf(stage) + 1;
  if (!viewModel.stepsKnown) {
    return html`<aside>
      <h2>${texts.weights}</h2>
      ${cursor ? cellCard(texts, viewModel, cursor, props) : nothing}
      <p>${strongestCaption(texts, viewModel, baseline)}</p>
    </aside>`;
  }
  return html`<aside>
    <h2>${number}. ${texts.stages[stage]}</h2>
    <p class="formula">${withSubscripts(stageOf(stage).formula)}</p>
    <p>${viewModel.generatingRow === null ? withSubscripts(texts.narration[stage]) : texts.generation}</p>
    ${stage === 'project' ? html`<p>${texts.inputSources[attention]}</p>` : nothing}
    ${cursor ? cellCard(texts, viewModel, cursor, props) : nothing}
    <p>${strongestCaption(texts, viewModel, baseline)}</p>
    ${next ? nextTokens(texts, next) : nothing}
    <p class="hint">${texts.selectionHint}</p>
    <p class="hint">${texts.shapes(viewModel.queryTokens.length, viewModel.trace.query.shape[1]!)}</p>
  </aside>`;
}

/** The panel beside all heads: what the panels, their mean and the rollout show. */
export function headsPanel(texts: Messages, attention: AttentionType, strongest: string): TemplateResult {
  return html`<aside>
    <h2>${texts.allHeads}</h2>
    <p>${texts.inputSources[attention]}</p>
    ${texts.headsHelp.map((paragraph) => html`<p>${paragraph}</p>`)}
    <p>${strongest}</p>
  </aside>`;
}
