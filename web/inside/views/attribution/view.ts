// The view `attribution` (direct logit attribution): a waterfall chart from 0 to the logit difference, the sum as a
// table, and a map of the heads.
import { extremesOf, strongestOf } from '../../maps/head-map-layout.js';
import { headMap, mapLegend } from '../../maps/head-map.js';
import { attribution as result } from './results.js';
import { styles } from './styles.js';
import { html, nothing, type TemplateResult } from 'lit';
import { placeOf, shownToken, type Shown } from '../../element/shown.js';
import { strongestHead } from '../../element/first-head.js';
import { stepsOf, sumsOf } from './waterfall.js';
import { waterfallChart } from './waterfall-chart.js';
import type { Attribution } from './work.js';
import type { Prediction } from '../../work/answer.js';
import { ofPrediction } from '../../element/of-prediction.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'attribution',
  result,
  draw: ofPrediction(result, drawn),
  firstHead: (inspection) => strongestHead(inspection, inspection.result(result).value?.heads),
  styles,
};

function drawn(shown: Shown, attribution: Attribution, prediction: Prediction): TemplateResult {
  const { texts } = shown;
  const { heads, feedForward } = attribution;
  const map = {
    values: { heads, feedForward },
    sign: 1,
    name: `${texts.views.attribution.name}, ${texts.attribution.perHead}`,
  } as const;
  return html`${waterfallChart(shown, stepsOf(attribution), attribution.total)}
    <p class="statement">${statementOf(shown, attribution, prediction)}</p>
    <div class="beside shares">
      ${sumTable(shown, attribution)}
      <div>
        <h3>${texts.attribution.perHead}</h3>
        ${mapLegend(shown, map, (filled, value) => texts.signed(filled ? value : -value))} ${headMap(shown, map)}
      </div>
    </div>`;
}

function statementOf(shown: Shown, { heads }: Attribution, { token, against }: Prediction): string | typeof nothing {
  const { texts, inspection } = shown;
  const found = extremesOf(inspection.heads, heads);
  if (!found) return nothing;
  const { at, value } = strongestOf(found);
  return texts.attribution.strongest(
    placeOf(shown, at),
    texts.signed(value),
    shownToken(token.text),
    shownToken(against.text),
  );
}

/** Table of the components' contributions and, below a double line, their sum, the logit difference. */
function sumTable({ texts }: Shown, attribution: Attribution): TemplateResult {
  return html`<table class="sum">
    <caption>
      ${texts.attribution.sum}
    </caption>
    <tbody>
      ${sumsOf(attribution).map(
        ({ name, value }) =>
          html`<tr>
            <th scope="row">${texts.attribution.sums[name]}</th>
            <td class="number">${texts.signed(value)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${texts.attribution.total}</th>
        <td class="number">${texts.signed(attribution.total)}</td>
      </tr>
    </tfoot>
  </table>`;
}
