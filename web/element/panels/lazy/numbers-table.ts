// The view 'numbers': the current stage's matrix as a table that can be copied.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { attentionStage, attentionTensor, stageTensor } from '../../../view/marks/attention-matrix.js';
import { formatNumber, type ViewModelData } from '../../../view/view-model.js';
import { numberField, textField } from '../../../text/spreadsheet.js';
import type { AllMessages } from '../../../locales/index.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/**
 * Maximum number of query tokens for which the table has all rows. With more, it contains only the row of the selected
 * query token.
 */
const MAX_ROWS = 64;

function currentMatrix(viewModel: ViewModelData): {
  name: keyof AllMessages['attentionSteps'];
  values: Tensor;
  /** Weights of the baseline, a run without the interventions; null if no intervention is active. */
  baseline: Tensor | null;
  digits: number;
} {
  const stage = attentionStage(viewModel);
  const name = stage?.matrix ?? 'weights';
  const values = stage ? attentionTensor(viewModel, stage) : viewModel.weights;
  const { baselineSteps } = viewModel;
  const baseline = stage && baselineSteps && stageTensor(baselineSteps, stage);
  return { name, values, baseline, digits: name === 'weights' ? 4 : 3 };
}

/** The table's numbers as tab-separated values, which spreadsheets accept. */
function tabSeparated(viewModel: ViewModelData): string {
  const { values } = currentMatrix(viewModel);
  const { queryTokens, keyTokens } = viewModel;
  const columns = keyTokens.length;
  const field = (token: string) => textField(token, '\t');
  const numbersOf = (row: number) => Array.from(values.data.subarray(row * columns, (row + 1) * columns), numberField);
  return [['', ...keyTokens.map(field)], ...queryTokens.map((token, row) => [field(token), ...numbersOf(row)])]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** Table cell with a number. If the baseline's number differs, it stands before it. */
function numberCell(now: string, baseline: Tensor | null, at: number, digits: number): TemplateResult {
  const before = baseline ? formatNumber(baseline.data[at]!, digits) : now;
  return before === now ? html`<td>${now}</td>` : html`<td><span class="was">${before} → </span>${now}</td>`;
}

export function numbersTable(
  texts: AllMessages,
  viewModel: ViewModelData,
  selectQuery: (row: number) => void,
): TemplateResult {
  const { queryTokens, keyTokens, selection } = viewModel;
  const { name, values, baseline, digits } = currentMatrix(viewModel);
  const rows = queryTokens
    .map((_, row) => row)
    .filter((row) => queryTokens.length <= MAX_ROWS || row === selection.row);
  const columns = keyTokens.length;
  // Keyed by the stage's matrix: the table of another matrix, whose columns have other widths, fades in instead of
  // shifting.
  const table = html`<p>
      <b>${texts.attentionSteps[name]}</b> ${texts.tableHint}
      <button @click=${() => void navigator.clipboard.writeText(tabSeparated(viewModel))}>${texts.copyTable}</button>
    </p>
    ${rows.length < queryTokens.length ? html`<p class="hint">${texts.oneRowOnly(MAX_ROWS)}</p>` : nothing}
    <table>
      <thead>
        <tr>
          <td></td>
          ${keyTokens.map((token) => html`<th scope="col" class="key"><bdi>${token}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr aria-current=${row === selection.row ? 'true' : nothing}>
              <th scope="row">
                <button class="link query" @click=${() => selectQuery(row)}><bdi>${queryTokens[row]}</bdi></button>
              </th>
              ${Array.from(values.data.subarray(row * columns, (row + 1) * columns), (value, column) =>
                numberCell(formatNumber(value, digits), baseline, row * columns + column, digits),
              )}
            </tr>`,
        )}
      </tbody>
    </table>`;
  return html`<div class="numbers-view" tabindex="0" role="region" aria-label=${texts.views.numbers}>
    ${keyed(name, table)}
  </div>`;
}
