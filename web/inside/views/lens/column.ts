// The logit lens on a narrow screen: the predictions at the position of the question, with a row for each layer.
import { html, type TemplateResult } from 'lit';
import { cellOf } from './detail.js';
import { shownToken, type Shown } from '../../element/shown.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { Lens } from './work.js';
import type { Prediction } from '../../work/answer.js';

export function lensColumn(shown: Shown, lens: Lens, prediction: Prediction): TemplateResult {
  const { texts, setCell } = shown;
  const row = lens.tokens.indexOf(prediction.position);
  const cell = cellOf(shown, lens, prediction);
  const { token, against } = prediction;
  return html`<table class="lens-column">
    <thead>
      <tr>
        <th>${texts.layer}</th>
        <th></th>
        <th class="number own">${shownToken(token.text)}</th>
        <th class="number rival">${shownToken(against.text)}</th>
      </tr>
    </thead>
    <tbody>
      ${lens.cells.map((place, at) => {
        const [first] = place[row]!.top as readonly [(typeof place)[number]['top'][number]];
        const followed = lens.followed[at]!;
        return html`<tr aria-current=${at === cell.place && row === cell.row ? 'true' : 'false'}>
          <th scope="row">${at === 0 ? texts.embedding : at}</th>
          <td>
            <button @click=${() => setCell({ row, place: at })}>
              <i ${styled({ width: `${100 * first.probability}%` })}></i><span>${shownToken(first.text)}</span>
              <small>${texts.percent(first.probability, 0)}</small>
            </button>
          </td>
          <td class="number">${texts.percent(followed.token, 0)}</td>
          <td class="number">${texts.percent(followed.against, 0)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
