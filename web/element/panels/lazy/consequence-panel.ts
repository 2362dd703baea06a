// Panel about the effect of a head: the query token and the model's output, compared with a run in which the head is
// switched off.
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../../view/view-model.js';
import type { NextToken } from '../../source/token-labels.js';
import type { Consequence } from '../../source/consequence.js';
import type { AllMessages, Messages } from '../../../locales/index.js';

const SMALL_CHANGE = 0.05; // smaller changes of a cosine similarity count as none

const SMALL_SHARE = 0.02; // smaller changes of a probability count as none

/** True if two lists of next tokens contain the same tokens with about the same probabilities. */
export const isAlike = (one: readonly NextToken[], other: readonly NextToken[]): boolean =>
  one.every(
    ({ label, probability }, place) =>
      probability < SMALL_SHARE ||
      (other[place]?.label === label && Math.abs(other[place].probability - probability) < SMALL_SHARE),
  );

const MAX_NEXT = 3;

export const nextInWords = ({ end, percent }: Messages, tokens: readonly NextToken[]): TemplateResult[] =>
  tokens
    .slice(0, MAX_NEXT)
    .map(
      ({ label, probability }) =>
        html`<span class="score"><bdi>${label === '' ? end : label}</bdi> ${percent(probability, 0)}</span> `,
    );

/** List of the model's output, or of its candidates for the next token, with and without the head. */
function outcome(
  messages: AllMessages,
  { next, written, writtenWithoutHead }: Consequence,
  isSame: boolean,
): TemplateResult {
  const { consequence: texts } = messages;
  return html`<dl>
    <dt>${next ? texts.next : texts.translation}</dt>
    <dd>${next ? nextInWords(messages, next.withHead) : html`<bdi>${written}</bdi>`}</dd>
    <dt>${next ? texts.nextWithoutHead : texts.translationWithoutHead}</dt>
    <dd>
      ${
        isSame
          ? html`<span class="hint">${texts.same}</span>`
          : next
            ? nextInWords(messages, next.withoutHead)
            : html`<bdi>${writtenWithoutHead}</bdi>`
      }
    </dd>
  </dl>`;
}

export function consequencePanel(
  messages: AllMessages,
  consequence: Consequence,
  queryTokens: readonly string[],
  query: number,
): TemplateResult {
  const { consequence: texts } = messages;
  const { similarities, written, writtenWithoutHead, next } = consequence;
  const isSame = next ? isAlike(next.withHead, next.withoutHead) : written === writtenWithoutHead;
  const changesLittle =
    isSame && similarities.every(({ after, withoutHead }) => Math.abs(after - withoutHead) < SMALL_CHANGE);
  const title = texts.title(queryTokens[query]!);
  return html`<section class="consequence" aria-label=${title}>
    <h3>${title}</h3>
    ${outcome(messages, consequence, isSame)}
    ${changesLittle ? html`<p>${texts.little(queryTokens[query]!)}</p>` : nothing}
    ${
      similarities.length > 0
        ? html`<table>
            <caption>
              ${texts.similarity}
            </caption>
            <thead>
              <tr>
                <td></td>
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
  </section>`;
}
