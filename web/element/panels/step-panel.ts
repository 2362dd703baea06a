// The panel beside the canvas, which describes the current stage and the arithmetic of the selected cell.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { conclusion } from './caption.js';
import { strongestCaption } from '../view-model/caption.js';
import { sheet } from './sheet.js';
import { cursorOf } from '../../view/reveal.js';
import { formulaOf, indexOf, isBiased, isOver, type Moment, type StageName } from '../../view/stages.js';
import { explained, loadCellCard, loadConsequencePanel, loadNarration, lazyPanel } from './lazy/index.js';
import type { InputProps, LazilyNarrated } from './lazy/narration.js';
import type { CellCardProps } from './lazy/cell-card.js';
import type { Consequence } from '../source/consequence.js';
import { formatNumber, type HeadSteps, type ViewModelData } from '../../view/view-model.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { TokenCandidate } from '../../engine/transformer/run.js';
import { hintFor } from './hint.js';
import type { Language, Messages } from '../../locales/index.js';
import type { LazyParts } from '../render/lazy-parts.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { View } from '../../view/views/index.js';

/** List of the most probable tokens after the decoder's query token. */
function nextTokens(texts: Messages, next: readonly TokenCandidate[]): TemplateResult {
  return html`<p class="hint">${texts.nextTokens}</p>
    <ul class="next-tokens" aria-label=${texts.nextTokens}>
      ${next.map(
        ({ text, probability }) =>
          html`<li><bdi>${text === '' ? texts.end : text}</bdi> ${texts.percent(probability, 0)}</li>`,
      )}
    </ul>`;
}

export interface StepPanelProps extends CellCardProps, InputProps {
  parts: LazyParts;
  /** Attention weights of the baseline, a run without the user's interventions; null if no intervention is active. */
  baseline: Tensor | null;
  language: Language;
  /** The decoder's most probable next tokens; null for an encoder. */
  next: readonly TokenCandidate[] | null;
  /** Reason to doubt that the head attends to the right token; '' if there is none. */
  doubt: string;
  /** Effect of the head's attention, shown at the end of the animation; null if it has not been computed. */
  consequence: Consequence | null;
  /** Names of the stages that the animation goes through. */
  stages: readonly StageName[];
  /** The current view. The bottom sheet closes when the view changes, because it would cover a different scene. */
  view: View;
}

/** Sentence about the vectors from which Q, K and V are computed. */
const sourceOfProjections = (texts: Messages, { headRef, architecture }: StepPanelProps): string =>
  architecture?.isDecoderOnly ? texts.inputSourceOfText : texts.inputSources[headRef.attention];

/**
 * Remark after a stage's narration: that biases are added, or why scores of unrelated tokens may be far from 0; '' if
 * neither applies.
 */
function remark(texts: Messages, { moment: { stage }, selection }: ViewModelData, steps: HeadSteps): string {
  if (isBiased(stage, steps)) return texts.biased;
  if (stage !== 'score') return '';
  const { data, shape } = steps.trace.scores;
  const keys = shape[1]!;
  const row = data.subarray(selection.row * keys, (selection.row + 1) * keys);
  const [lowest, highest] = [Math.min(...row), Math.max(...row)];
  const isShared = keys > 1 && lowest * highest > 0 && highest - lowest < Math.abs(highest + lowest) / 2;
  return isShared ? texts.sharedScore(formatNumber(lowest, 1), formatNumber(highest, 1)) : '';
}

const NARRATED_LATER: readonly StageName[] = ['embed', 'rotate', 'scale', 'cap', 'bias', 'mask'];

/**
 * True if a stage's narration depends on the model, so that its text is loaded later. The narration of the softmax does
 * so only if the head is switched off.
 */
const isLazilyNarrated = (stage: StageName, { isAblated }: HeadSteps): stage is LazilyNarrated =>
  stage === 'softmax' ? isAblated : NARRATED_LATER.includes(stage);

/** Narration of the current stage; '' while its text is loading. */
function narration(texts: Messages, viewModel: ViewModelData, steps: HeadSteps, props: StepPanelProps): string {
  if (viewModel.generatingRow !== null) return texts.generation;
  const { stage } = viewModel.moment;
  if (!isLazilyNarrated(stage, steps)) return texts.narration[stage];
  return lazyPanel(loadNarration, { ...props, texts }, (panel, all) => panel(all, stage, steps, props)) ?? '';
}

function consequenceOf(
  texts: Messages,
  { queryTokens, selection }: ViewModelData,
  consequence: Consequence,
  props: StepPanelProps,
): TemplateResult | null {
  return lazyPanel(loadConsequencePanel, { ...props, texts }, (panel, all) =>
    panel(all, consequence, queryTokens, selection.row),
  );
}

/**
 * Title of a stage with its number in the player. A skipped stage, such as the mask of a model without one, has no
 * number.
 */
function titleOf(texts: Messages, stage: StageName, stages: readonly StageName[]): string {
  const index = stages.indexOf(stage);
  return `${index < 0 ? '' : `${index + 1}. `}${texts.stages[stage]}`;
}

/** Placeholder that reserves the panel's height until the model has run. */
export const stepPlaceholder = (
  texts: Messages,
  { moment, stages }: { moment: Moment; stages: readonly StageName[] },
): TemplateResult =>
  html`<aside>
    <h2>${titleOf(texts, moment.stage, stages)}</h2>
    <div class="narration"></div>
    ${sheet(hintFor(texts, 'selectionHint'), nothing, true)}
  </aside>`;

/** Renders a paragraph of the panel; `nothing` for an empty text. */
const paragraph = (kind: 'hint' | 'doubt', text: string, show: (text: string) => unknown = String): unknown =>
  text === '' ? nothing : html`<p class=${kind}>${show(text)}</p>`;

export function stepPanel(texts: Messages, viewModel: ViewModelData, props: StepPanelProps): TemplateResult {
  const { next, consequence, baseline, stages } = props;
  const { steps, moment } = viewModel;
  const cursor = cursorOf(viewModel);
  const card =
    cursor && lazyPanel(loadCellCard, { ...props, texts }, (panel, all) => panel(all, viewModel, cursor, props));
  const strongest = html`<p class="strongest">${strongestCaption(texts, viewModel, baseline)}</p>`;
  if (!steps) {
    return html`<aside tabindex="0">
      <h2>${texts.weights}</h2>
      ${card} ${strongest}
    </aside>`;
  }
  const { stage } = moment;
  const before = stages.filter((name) => indexOf(name) < indexOf(stage));
  const after = stages.filter((name) => indexOf(name) > indexOf(stage));
  // Names of the stages before or after the current one. They are shown in a presentation, which has no timeline.
  const otherStages = (names: readonly StageName[]) => names.map((name) => html`<span>${texts.stages[name]}</span>`);
  const caption = strongestCaption(texts, viewModel, baseline);
  const hint = hintFor(texts, 'selectionHint');
  const remarked = remark(texts, viewModel, steps);
  // Before any result is computed, the sheet is empty and covers nothing that can be tapped. The empty sheet is a
  // separate element, so that nothing shifts when results appear.
  const isEmpty = !cursor && caption === '' && props.doubt === '' && !next && !consequence;
  const summary = caption === '' ? texts.sheet(texts.stages[stage]) : caption;
  // Keyed by stage, end of the animation, cell and query token: when one of these changes, the text below the narration
  // fades in instead of shifting.
  const facts =
    cursor && !card && props.parts.isPending
      ? nothing
      : keyed(
          JSON.stringify([stage, isOver(moment), cursor, viewModel.selection.row]),
          html`<div class="facts">
            ${next ? nextTokens(texts, next) : nothing}
            ${
              isOver(moment)
                ? html`<p class="conclusion">${conclusion(texts, viewModel)}</p>
                    ${card}`
                : [card, strongest]
            }
            ${paragraph('hint', remarked, (text) => explained(text, props))} ${paragraph('doubt', props.doubt)}
            ${
              isOver(moment)
                ? nothing // the head's effect is shown instead
                : html`<p class="hint">${hint}</p>
                    <p class="hint">${texts.shapes(viewModel.queryTokens.length, steps.trace.query.shape[1]!)}</p>`
            }
            ${consequence ? consequenceOf(texts, viewModel, consequence, props) : nothing}
          </div>`,
        );
  return html`<aside tabindex="0">
    <div class="other-stages">${otherStages(before)}</div>
    <h2>${titleOf(texts, stage, stages)}</h2>
    <div class="other-stages">${otherStages(after)}</div>
    <p class="formula">${withSubscripts(formulaOf(stage, steps))}</p>
    <div class="narration">
      <p>${explained(narration(texts, viewModel, steps, props), props)}</p>
      ${stage === 'project' ? html`<p>${sourceOfProjections(texts, props)}</p>` : nothing}
    </div>
    ${keyed(props.view.load, keyed(isEmpty, sheet(isEmpty ? hint : summary, facts, isEmpty)))}
  </aside>`;
}
