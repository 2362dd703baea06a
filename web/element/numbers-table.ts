// The view 'numbers': the square of the present stage as a table, to be read, read out and copied.
import { html, nothing, type TemplateResult } from 'lit';
import { shownStage } from '../view/attention-matrix.js';
import { show, type PictureContent } from '../view/picture.js';
import type { Messages } from '../messages/index.js';
import type { Tensor } from '../engine/tensor.js';

/** With more words than this, the row that asks is shown alone. */
const MOST_ROWS = 64;

/** The square that the moment is about, and how many decimals its numbers need. */
function square({ trace, ...picture }: PictureContent): {
  name: keyof Messages['squares'];
  values: Tensor;
  digits: number;
} {
  const name = shownStage({ trace, ...picture })?.matrix ?? 'weights';
  return { name, values: trace[name], digits: name === 'weights' ? 4 : 3 };
}

/** The table as text: a line for each row, tabs between the columns; what spreadsheets take. */
export function tabSeparated(picture: PictureContent): string {
  const { values } = square(picture);
  const { queryWords, keyWords } = picture;
  const row = (index: number) => [...values.data.subarray(index * keyWords.length, (index + 1) * keyWords.length)];
  return [['', ...keyWords], ...queryWords.map((word, index) => [word, ...row(index).map(String)])]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

export function numbersTable(
  texts: Messages,
  picture: PictureContent,
  choose: (row: number) => void,
  copy: () => void,
): TemplateResult {
  const { queryWords, keyWords, selection } = picture;
  const { name, values, digits } = square(picture);
  const rows = queryWords.map((_, row) => row).filter((row) => queryWords.length <= MOST_ROWS || row === selection.row);
  const last = keyWords.length - 1;
  return html`<div class="numbers-view" tabindex="0" role="region" aria-label=${texts.views.numbers}>
    <p>
      <b>${texts.squares[name]}</b> ${texts.tableHint}
      <button @click=${copy}>${texts.copyTable}</button>
    </p>
    ${rows.length < queryWords.length ? html`<p class="hint">${texts.oneRow(MOST_ROWS)}</p>` : nothing}
    <table>
      <thead>
        <tr>
          <td></td>
          ${keyWords.map((word) => html`<th scope="col" class="key"><bdi>${word}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr aria-current=${row === selection.row ? 'true' : nothing}>
              <th scope="row">
                <button class="link query" @click=${() => choose(row)}><bdi>${queryWords[row]}</bdi></button>
              </th>
              ${Array.from(
                values.data.subarray(row * (last + 1), (row + 1) * (last + 1)),
                (value) => html`<td>${show(value, digits)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
