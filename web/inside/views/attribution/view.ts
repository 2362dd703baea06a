// The view “What made it”: a waterfall from 0 to the difference of the logits, the sum in numbers, and the same for each head.
import { extremesOf, strongestOf } from '../views/head-map.js';
import { headMap, mapLegend } from './heads/head-map.js';
import { html, nothing, type TemplateResult } from 'lit';
import { placeOf, shownToken, type Shown } from './shown.js';
import { stepsOf, sumsOf } from '../views/waterfall.js';
import { viewHead } from './view-frame.js';
import { waterfallChart } from './waterfall-chart.js';
import type { Attribution } from '../work/attribution/attribution.js';
import type { Prediction } from '../work/answer.js';

export function madeView(shown: Shown): TemplateResult {
  const { inspection, texts } = shown;
  const { attribution, answer, opened } = inspection;
  if (opened?.facts.predicts === 'masked')
    return html`${viewHead(shown)}
      <p class="statement">${texts.made.masked}</p>`;
  const prediction = answer.value?.prediction;
  const { value } = attribution;
  return html`${viewHead(shown, { task: attribution })}
  ${value && prediction ? drawn(shown, value, prediction) : html`<div class="room"></div>`}`;
}

function drawn(shown: Shown, attribution: Attribution, prediction: Prediction): TemplateResult {
  const { texts } = shown;
  const { heads, feedForward } = attribution;
  const map = {
    values: { heads, feedForward },
    sign: 1,
    name: `${texts.views.made.name}, ${texts.made.perHead}`,
  } as const;
  return html`${waterfallChart(shown, stepsOf(attribution), attribution.total)}
    <p class="statement">${statementOf(shown, attribution, prediction)}</p>
    <div class="beside shares">
      ${sumTable(shown, attribution)}
      <div>
        <h3>${texts.made.perHead}</h3>
        ${mapLegend(shown, map, (filled, value) => texts.signed(filled ? value : -value))} ${headMap(shown, map)}
      </div>
    </div>`;
}

function statementOf(shown: Shown, { heads }: Attribution, { token, against }: Prediction): string | typeof nothing {
  const { texts, inspection } = shown;
  const found = extremesOf(inspection.heads, heads);
  if (!found) return nothing;
  const { at, value } = strongestOf(found);
  return texts.made.strongest(
    placeOf(shown, at),
    texts.signed(value),
    shownToken(token.text),
    shownToken(against.text),
  );
}

/** The parts add up to the total, which stands below a double line, as in a ledger. */
function sumTable({ texts }: Shown, attribution: Attribution): TemplateResult {
  return html`<table class="sum">
    <caption>
      ${texts.made.sum}
    </caption>
    <tbody>
      ${sumsOf(attribution).map(
        ({ name, value }) =>
          html`<tr>
            <th scope="row">${texts.made.sums[name]}</th>
            <td class="number">${texts.signed(value)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${texts.made.total}</th>
        <td class="number">${texts.signed(attribution.total)}</td>
      </tr>
    </tfoot>
  </table>`;
}
