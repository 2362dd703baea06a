// The model card: what was measured of each head. One line for the selected head, a table for all of them.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { rateOf } from './reliability.js';
import { isPattern } from '../model/head-pattern.js';
import type { AttentionType } from '../../engine/model/run.js';
import type { CardName } from '../../view/model-names.js';
import type { HeadDescription, Measure } from '../../engine/model/model-config.js';
import type { Messages } from '../../messages/index.js';

/** With one decimal where rounding would give 100% or almost 0%. */
const percent = (texts: Messages, share: number): string => texts.percent(share, share > 0.995 || share < 0.1 ? 1 : 0);

const scored = (texts: Messages, { measure, language, score, baseline, n }: Measure): string =>
  texts.card.scored(
    (measure === 'alignment' ? texts.into : texts.languages)[language],
    percent(texts, score),
    texts.measures[measure].rule,
    percent(texts, baseline),
    texts.count(n),
  );

/** What a head does. Its largest measure is named even where it is no pattern: it says how little that is. */
function doesOf(texts: Messages, role: HeadDescription['role'], measure: Measure | undefined): string {
  if (role) return texts.roles[role].does;
  return measure && isPattern(measure) ? texts.card.unsupervised : texts.card.noPattern;
}

/** What a head does, and how well in a language, in one line. */
export function headSummary(
  texts: Messages,
  { role, measures }: HeadDescription,
  language: Measure['language'] | null,
): TemplateResult {
  const measure = measures.find((each) => each.language === language);
  if (role) return html`<b>${texts.roles[role].does}</b>${measure ? html` · ${rateOf(texts, measure)}` : nothing}`;
  if (!measure) return html`${texts.card.noPattern}`;
  const attends = isPattern(measure) ? texts.card.attendsMost : texts.card.attendsAtMost;
  const { what } = texts.measures[measure.measure];
  return html`${attends(what, percent(texts, measure.score), percent(texts, measure.baseline))}`;
}

/** Every measure with its score in every language. */
function scores(texts: Messages, measures: readonly Measure[]): TemplateResult {
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
  texts: Messages,
  { attention, layer, head, role, measures, failures }: HeadDescription,
  select: (attention: AttentionType, layer: number, head: number) => void,
): TemplateResult {
  const name = texts.card.place(texts.attentions[attention], layer, head);
  return html`<tr>
    <th scope="row">
      <button class="link" @click=${() => select(attention, layer, head)}>${name}</button>
      ${role ? html`<br /><b>${texts.roles[role].name}</b>` : nothing}
    </th>
    <td>
      <p>${doesOf(texts, role, measures.find(isPattern))}</p>
      ${measures.length > 0 ? scores(texts, measures) : nothing}
      ${
        failures.length > 0
          ? html`<p class="hint">${texts.card.fails}</p>
              <ul class="failures">
                ${failures.map(
                  ({ text, query, attended, right }) =>
                    html`<li><bdi>${text}</bdi> — ${texts.card.failure(query, attended, right)}</li>`,
                )}
              </ul>`
          : nothing
      }
    </td>
  </tr>`;
}

/** Of a model that the page gives. */
const NOTHING_KNOWN = { intro: [], limits: [], sources: '' } as const;

/** It is long: it is rendered anew only for other heads or texts. */
export const modelCard = (
  texts: Messages,
  heads: readonly HeadDescription[],
  card: CardName | null,
  select: (attention: AttentionType, layer: number, head: number) => void,
): unknown => (heads.length > 0 ? guard([texts, heads], () => cardOf(texts, heads, card, select)) : nothing);

function cardOf(
  texts: Messages,
  heads: readonly HeadDescription[],
  card: CardName | null,
  select: (attention: AttentionType, layer: number, head: number) => void,
): TemplateResult {
  const { intro, limits, sources } = card ? texts.cards[card] : NOTHING_KNOWN;
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
  return html`<dialog class="card" aria-label=${texts.card.title}>
    <form method="dialog"><button class="close" aria-label=${texts.card.close}>×</button></form>
    <h2>${texts.card.title}</h2>
    ${intro.map((paragraph) => html`<p>${paragraph}</p>`)}
    ${
      supervised.length > 0
        ? html`<h3>${texts.card.supervisedHeads}</h3>
            ${table(supervised)}`
        : nothing
    }
    <details ?open=${supervised.length === 0}>
      <summary>${texts.card.unsupervisedHeads(unsupervised.length)}</summary>
      ${table(unsupervised)}
    </details>
    ${
      limits.length > 0
        ? html`<h3>${texts.card.limitsTitle}</h3>
            <ul>
              ${limits.map((each) => html`<li>${each}</li>`)}
            </ul>`
        : nothing
    }
    <p class="hint">${sources}</p>
  </dialog>`;
}
