// The model card: a table of the measurements of each head.
import { html, nothing, type TemplateResult } from 'lit';
import { cardPercent } from '../../claims/claim-text.js';
import { isPattern } from '../../source/head-pattern.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { CardName } from '../../../view/model-names.js';
import type { HeadDescription, Measure } from '../../../engine/transformer/model-config.js';
import type { Cards, Messages } from '../../../locales/index.js';

type CardTexts = Messages & Pick<Cards, 'words'>;

const scored = (texts: CardTexts, { measure, language, score, baseline, n }: Measure): string =>
  texts.words.scored(
    (measure === 'alignment' ? texts.into : texts.languages)[language],
    cardPercent(texts, score),
    texts.measures[measure].rule,
    cardPercent(texts, baseline),
    texts.count(n),
  );

/**
 * Description of a head: its role, or else its pattern. A head without either is described as having no pattern; its
 * largest measure is still listed, with a score that shows how small it is.
 */
function doesOf(texts: CardTexts, role: HeadDescription['role'], measure: Measure | undefined): string {
  if (role) return texts.roles[role].does;
  return measure && isPattern(measure) ? texts.words.unsupervised : texts.card.noPattern;
}

/** All measures of a head, with their scores by language. */
function scores(texts: CardTexts, measures: readonly Measure[]): TemplateResult {
  const names = [...new Set(measures.map(({ measure }) => measure))];
  return html`<ul>
    ${names.map(
      (name) =>
        html`<li>
          ${texts.measures[name].what}
          ${measures
            .filter(({ measure }) => measure === name)
            .map((each) => html`<span class="score">${scored(texts, each)}</span>`)}
        </li>`,
    )}
  </ul>`;
}

function row(
  texts: CardTexts,
  { attention, layer, head, role, measures, failures }: HeadDescription,
  select: (head: HeadRef) => void,
): TemplateResult {
  const name = texts.words.place(texts.attentions[attention], layer, head);
  return html`<tr>
    <th scope="row">
      <button class="link" @click=${() => select({ attention, layer, head })}>${name}</button>
      ${role ? html`<br /><b>${texts.roles[role].name}</b>` : nothing}
    </th>
    <td>
      <p>${doesOf(texts, role, measures.find(isPattern))}</p>
      ${measures.length > 0 ? scores(texts, measures) : nothing}
      ${
        failures.length > 0
          ? html`<p class="hint">${texts.words.fails}</p>
              <ul class="failures">
                ${failures.map(
                  ({ text, query, attended, right }) =>
                    html`<li><bdi>${text}</bdi> — ${texts.words.failure(query, attended, right)}</li>`,
                )}
              </ul>`
          : nothing
      }
    </td>
  </tr>`;
}

/** Texts of the model card for a model that the page has passed in, about which the project knows nothing. */
const NOTHING_KNOWN = { intro: [], limits: [], sources: '' } as const;

export interface ModelCardProps {
  heads: readonly HeadDescription[];
  /** Name of the card; null if the model has no card of its own. */
  card: CardName | null;
  select: (head: HeadRef) => void;
}

export function modelCard(messages: Messages, cards: Cards, { heads, card, select }: ModelCardProps): TemplateResult {
  const texts = { ...messages, words: cards.words };
  const { intro, limits, sources } = card ? cards[card] : NOTHING_KNOWN;
  const closeOnSelection = ({ target }: Event) => {
    if ((target as Element).closest('button')) (target as Element).closest('dialog')?.close();
  };
  const supervised = heads.filter(({ role }) => role !== null);
  const unsupervised = heads.filter(({ role }) => role === null);
  const table = (group: readonly HeadDescription[]) =>
    html`<table @click=${closeOnSelection}>
      <tbody>
        ${group.map((each) => row(texts, each, select))}
      </tbody>
    </table>`;
  return html`<dialog class="card" aria-label=${texts.words.title}>
    <form method="dialog"><button class="close" aria-label=${texts.words.close}>×</button></form>
    <h2>${texts.words.title}</h2>
    ${intro.map((paragraph) => html`<p>${paragraph}</p>`)}
    ${
      supervised.length > 0
        ? html`<h3>${texts.words.supervisedHeads}</h3>
            ${table(supervised)}`
        : nothing
    }
    <details ?open=${supervised.length === 0}>
      <summary>${texts.words.unsupervisedHeads(unsupervised.length)}</summary>
      ${table(unsupervised)}
    </details>
    ${
      limits.length > 0
        ? html`<h3>${texts.words.limitsTitle}</h3>
            <ul>
              ${limits.map((each) => html`<li>${each}</li>`)}
            </ul>`
        : nothing
    }
    <p class="hint">${sources}</p>
  </dialog>`;
}
