// The card of the selected matrix cell, which explains how its number is computed.
import { html, nothing, type TemplateResult } from 'lit';
import { arithmeticOf, type FormulaPart } from '../../../view/arithmetic/index.js';
import { attentionStage, attentionTensor, stageTensor } from '../../../view/marks/attention-matrix.js';
import { formatNumber, type ViewModelData } from '../../../view/view-model.js';
import { hintFor } from '../hint.js';
import { originsOf } from '../../source/origins/origins.js';
import { isParameter, PARAMETERS } from '../../../view/marks/parameters.js';
import { tokensOf, VECTORS } from '../../../view/marks/vectors.js';
import { withTerms } from '../../../ui/terms.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { Cell } from '../../../view/scene.js';
import type { AllMessages } from '../../../locales/index.js';
import type { Tensor } from '../../../engine/core/tensor.js';

export interface CellCardProps {
  source: AttentionSource;
  pinned: boolean;
  /** True if the card lists every term of the cell's sum, instead of only the first ones. */
  allTerms: boolean;
  setAllTerms: (allTerms: boolean) => void;
}

/**
 * Labels of the selected cell's row and column: a query token and a key token in the attention matrix, a token and a
 * dimension in a matrix of vectors.
 */
function titleOf(viewModel: ViewModelData, { matrix, row, column }: Cell): { from: string; to: string } {
  const { queryTokens, keyTokens } = viewModel;
  if (matrix === 'attention') return { from: queryTokens[row]!, to: keyTokens[column]! };
  if (isParameter(matrix)) return { from: PARAMETERS[matrix].symbol, to: `[${row}, ${column}]` };
  const { symbol, transposed } = VECTORS[matrix];
  const [token, dimension] = transposed ? [column, row] : [row, column];
  const name = `${symbol.replace('ᵀ', '')}[${dimension}]`;
  return { from: tokensOf(viewModel, matrix)[token]!, to: `${viewModel.nameOf(matrix)} ${name}` };
}

/** A cell's number without and with the interventions; `nothing` if the two are equal. */
function changeOf(
  texts: AllMessages,
  viewModel: ViewModelData,
  { row, column }: Cell,
): TemplateResult | typeof nothing {
  const stage = attentionStage(viewModel);
  const { baselineSteps, keyTokens } = viewModel;
  if (!stage || !baselineSteps) return nothing;
  const numberIn = ({ data }: Tensor) => formatNumber(data[row * keyTokens.length + column]!, 3);
  const [before, now] = [stageTensor(baselineSteps, stage), attentionTensor(viewModel, stage)].map(numberIn);
  return before === now ? nothing : html`<p data-change>${texts.change(before!, now!)}</p>`;
}

const part = (texts: AllMessages, { text, role, isName, count }: FormulaPart): TemplateResult =>
  html`<span class=${role ?? nothing} ?data-name=${isName}
    >${text}${count === undefined ? nothing : texts.moreTerms(count)}</span
  >`;

export function cellCard(
  texts: AllMessages,
  viewModel: ViewModelData,
  cell: Cell,
  { source, pinned, allTerms, setAllTerms }: CellCardProps,
): TemplateResult {
  const { from, to } = titleOf(viewModel, cell);
  const traced = { ...viewModel, steps: viewModel.steps && { ...viewModel.steps, ...originsOf(source) } };
  const { lines, notes, leftOut } = arithmeticOf(traced, cell, allTerms);
  const isLong = leftOut > 0 || (allTerms && arithmeticOf(traced, cell).leftOut > 0);
  // The result of a sum whose list of terms is longer than the panel is shown in the heading.
  const result = allTerms && isLong ? html` = ${lines[0]!.at(-1)!.text}` : nothing;
  return html`<div class="cell ${pinned ? 'pinned' : ''}" role="group" aria-label=${texts.cell(from, to)}>
    <h3>
      <bdi class="query">${from}</bdi> <span aria-hidden="true">→</span>
      <bdi class=${cell.matrix === 'attention' ? 'key' : 'value'}>${to}</bdi>${result}
    </h3>
    ${notes.map((note) => html`<p class="hint" data-note=${note}>${withTerms(texts.notes[note], texts, (text) => [html`${text}`])}</p>`)}
    <div class="arithmetic" tabindex=${allTerms ? 0 : nothing} role="group" aria-label=${texts.arithmetic}>
      ${lines.map((line) => html`<p class="numbers" data-arithmetic>${line.map((each) => part(texts, each))}</p>`)}
    </div>
    ${
      isLong
        ? html`<button class="link" aria-expanded=${allTerms ? 'true' : 'false'} @click=${() => setAllTerms(!allTerms)}>
            ${allTerms ? texts.showLargestTerms : texts.showAllTerms}
          </button>`
        : nothing
    }
    ${cell.matrix === 'attention' ? changeOf(texts, viewModel, cell) : nothing}
    ${pinned ? html`<p class="hint">${hintFor(texts, 'pinned')}</p>` : nothing}
  </div>`;
}
