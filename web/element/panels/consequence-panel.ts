// What became of the query token, and what the model writes: with the head, and with the head switched off.
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../view/view-model.js';
import type { Consequence } from '../model/consequence.js';
import type { Messages } from '../../messages/index.js';

const SMALL_CHANGE = 0.05; // of a cosine

export function consequencePanel(
  { consequence: texts }: Messages,
  { similarities, written, writtenWithoutHead }: Consequence,
  queryTokens: readonly string[],
  query: number,
): TemplateResult {
  const isSame = written === writtenWithoutHead;
  const changesLittle =
    isSame && similarities.every(({ after, withoutHead }) => Math.abs(after - withoutHead) < SMALL_CHANGE);
  return html`<section class="consequence">
    <h3>${texts.title(queryTokens[query]!)}</h3>
    ${
      similarities.length > 0
        ? html`<table>
            <caption>
              ${texts.similarity}
            </caption>
            <thead>
              <tr>
                <th></th>
                <th scope="col">${texts.before}</th>
                <th scope="col">${texts.after}</th>
                <th scope="col">${texts.withoutHead}</th>
              </tr>
            </thead>
            <tbody>
              ${similarities.map(
                ({ token, before, after, withoutHead }) =>
                  html`<tr>
                    <th scope="row" class="key"><bdi>${queryTokens[token]}</bdi></th>
                    ${[before, after, withoutHead].map((value) => html`<td>${formatNumber(value)}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>`
        : nothing
    }
    <dl>
      <dt>${texts.translation}</dt>
      <dd><bdi>${written}</bdi></dd>
      <dt>${texts.translationWithoutHead}</dt>
      <dd>${isSame ? html`<span class="hint">${texts.same}</span>` : html`<bdi>${writtenWithoutHead}</bdi>`}</dd>
    </dl>
    ${changesLittle ? html`<p>${texts.little}</p>` : nothing}
  </section>`;
}
