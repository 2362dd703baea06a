// What is known of the model's heads: in one line for the head that is shown, and as a table for all of them.
import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionKind } from '../engine/run.js';
import type { HeadDescription, Measure } from '../engine/model-config.js';
import type { Messages } from '../messages/index.js';

/** With a digit more where it would otherwise look like all or almost nothing. */
const percent = (texts: Messages, share: number): string => texts.percent(share, share > 0.995 || share < 0.1 ? 1 : 0);

const scored = (texts: Messages, { measure, language, score, baseline, n }: Measure): string =>
  texts.card.scored(
    (measure === 'alignment' ? texts.into : texts.languages)[language],
    percent(texts, score),
    texts.measures[measure].rule,
    percent(texts, baseline),
    n.toLocaleString('en'),
  );

/** What a head does and how well in a language, in one line. */
export function headSummary(
  texts: Messages,
  { role, measures }: HeadDescription,
  language: Measure['language'],
): TemplateResult {
  const told = measures.find((each) => each.language === language);
  const what = role ? texts.roles[role].does : texts.card.free;
  return html`<b>${what}</b
    >${told ? html` · ${texts.measures[told.measure].what}${texts.colon}${scored(texts, told)}` : nothing}`;
}

/** What was measured, each with its score in every language. */
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
  { kind, layer, head, role, measures, failures }: HeadDescription,
  open: (kind: AttentionKind, layer: number, head: number) => void,
): TemplateResult {
  const place = texts.card.place(texts.kinds[kind], layer, head);
  return html`<tr>
    <th scope="row">
      <button class="link" @click=${() => open(kind, layer, head)}>${place}</button>
      ${role ? html`<br /><b>${texts.roles[role].name}</b>` : nothing}
    </th>
    <td>
      <p>${role ? texts.roles[role].does : texts.card.free}</p>
      ${measures.length > 0 ? scores(texts, measures) : nothing}
      ${
        failures.length > 0
          ? html`<p class="hint">${texts.card.fails}</p>
              <ul class="failures">
                ${failures.map(
                  ({ text, query, heard, right }) =>
                    html`<li><bdi>${text}</bdi> — ${texts.card.failure(query, heard, right)}</li>`,
                )}
              </ul>`
          : nothing
      }
    </td>
  </tr>`;
}

export function modelCard(
  texts: Messages,
  heads: readonly HeadDescription[],
  choose: (kind: AttentionKind, layer: number, head: number) => void,
): TemplateResult {
  const dialog = (event: Event) => (event.target as Element).closest('dialog');
  const trained = heads.filter(({ role }) => role !== null);
  const free = heads.filter(({ role }) => role === null);
  const table = (some: readonly HeadDescription[], open: (event: Event) => void) =>
    html`<table @click=${open}>
      <tbody>
        ${some.map((each) => row(texts, each, choose))}
      </tbody>
    </table>`;
  const closeOnChoice = (event: Event) => {
    if ((event.target as Element).closest('button')) dialog(event)?.close();
  };
  return html`<dialog class="card" aria-label=${texts.card.title}>
    <form method="dialog"><button class="close" aria-label=${texts.card.close}>×</button></form>
    <h2>${texts.card.title}</h2>
    ${texts.card.intro.map((paragraph) => html`<p>${paragraph}</p>`)}
    <h3>${texts.card.trainedHeads}</h3>
    ${table(trained, closeOnChoice)}
    <details>
      <summary>${texts.card.freeHeads(free.length)}</summary>
      ${table(free, closeOnChoice)}
    </details>
    <h3>${texts.card.limitsTitle}</h3>
    <ul>
      ${texts.card.limits.map((each) => html`<li>${each}</li>`)}
    </ul>
    <p class="hint">${texts.card.sources}</p>
  </dialog>`;
}
