// Panel of the logit lens: the prediction in the selected cell, which stands for a layer and a position.
import { html, nothing, type TemplateResult } from 'lit';
import { lens as result } from './results.js';
import { shownToken, type Shown } from '../../element/shown.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { Lens } from './work.js';
import type { Prediction } from '../../work/answer.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

/**
 * The selected cell of the logit lens; by default, the cell after the last layer at the position of the question, which
 * contains the model's own prediction.
 */
export function cellOf({ cell }: Shown, lens: Lens, { position }: Prediction): ViewCell {
  const last = { row: lens.tokens.indexOf(position), place: lens.cells.length - 1 };
  return cell && cell.row < lens.tokens.length && cell.place < lens.cells.length ? cell : last;
}

export function lensDetail(shown: Shown): TemplateResult {
  const { inspection, texts } = shown;
  const [lens, answer] = [inspection.result(result).value, inspection.answer.value];
  const prediction = answer?.prediction;
  if (!lens || !prediction) return html`<p class="note">${texts.selected.nothing}</p>`;
  const { row, place } = cellOf(shown, lens, prediction);
  const { top, entropy, divergence } = lens.cells[place]![row]!;
  const position = lens.tokens[row]!;
  const isAsked = position === prediction.position;
  const { token, against } = prediction;
  const kindOf = (id: number) => (id === token.id ? 'own' : id === against.id ? 'rival' : '');
  const nats = (value: number) => texts.lens.nats(texts.signed(value).replace(/^\+/, ''));
  return html`<h2>${texts.lens.cell(shownToken(answer.tokens[position]!.text), texts.afterLayer(place))}</h2>
    <p>${texts.lens.ifHere}</p>
    <ol class="bars">
      ${top.map(
        ({ id, text, probability }) =>
          html`<li class=${kindOf(id)}>
            <button
              class="word"
              ?disabled=${!isAsked}
              title=${texts.ask.token}
              @click=${() => inspection.choose('token', id)}
            >
              ${shownToken(text)}
            </button>
            <i ${styled({ '--share': `${100 * probability}%` })}></i>
            <span class="number">${texts.percent(probability, 0)}</span>
          </li>`,
      )}
    </ol>
    <dl class="numbers">
      ${
        isAsked
          ? html`<dt>${texts.lens.rank(shownToken(token.text))}</dt>
              <dd class="number"><b>${texts.count(lens.followed[place]!.rank)}</b></dd>`
          : nothing
      }
      <dt>${texts.lens.entropy}</dt>
      <dd class="number">${nats(entropy)}</dd>
      <dt>${texts.lens.divergence}</dt>
      <dd class="number">${nats(divergence)}</dd>
    </dl>`;
}
