// The view `lens`: the logit lens as a table, with a row for each token and a column for each layer.
import { contrastingText } from '../../../view/marks/palette.js';
import { html, nothing, type TemplateResult } from 'lit';
import { MOST_ROWS, spansOf, type Span } from './rows.js';
import { labeledLayers, LABELS, movedCell, type ViewCell } from '../../maps/matrix-layout.js';
import { lensChart } from './chart.js';
import { cellOf, lensDetail } from './detail.js';
import { comparedLens } from './compared.js';
import { lens as result } from './results.js';
import { lensStatement } from './statement.js';
import { styles } from './styles.js';
import { lensColumn } from './column.js';
import { shownToken, type Shown } from '../../element/shown.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { Answer, Prediction } from '../../work/answer.js';
import type { Lens } from './work.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'lens',
  result,
  draw(shown) {
    const { value: answer } = shown.inspection.answer;
    const { value: lens } = shown.inspection.result(result);
    return lens && answer?.prediction ? drawn(shown, lens, answer, answer.prediction) : null;
  },
  detail: lensDetail,
  compared: comparedLens,
  styles,
};

function drawn(shown: Shown, lens: Lens, answer: Answer, prediction: Prediction): TemplateResult {
  const { texts } = shown;
  const others = answer.tokens.length - lens.tokens.length;
  return html`${shown.isNarrow ? lensColumn(shown, lens, prediction) : rows(shown, lens, answer, prediction)}
    <p class="statement">${lensStatement(shown, lens, prediction)}</p>
    <p class="note">${others > 0 ? texts.lens.earlier(others) : nothing} ${texts.lens.keys}</p>`;
}

function rows(shown: Shown, lens: Lens, answer: Answer, prediction: Prediction): TemplateResult {
  const { texts, inspection, width } = shown;
  const places = lens.cells.length;
  const cell = cellOf(shown, lens, prediction);
  const share = (place: number) => `${(100 * place) / places}%`;
  const key = (event: KeyboardEvent) => moveCell(event, shown, cell, lens);
  const labels = labeledLayers(places - 1, (width - LABELS) / places);
  const height = `${Math.round(Math.max(24, Math.min(46, 430 / Math.min(lens.tokens.length, MOST_ROWS))))}px`;
  return html`<div class="lens" ${styled({ '--row': height })} @keydown=${key}>
    <div class="axis" aria-hidden="true">
      <span class="label">${texts.layer}</span>
      <div>
        <i ${styled({ left: share(0.5) })}>${texts.embedding}</i>
        ${labels.map((layer) => html`<i ${styled({ left: share(layer + 0.5) })}>${layer}</i>`)}
      </div>
    </div>
    ${lens.tokens.map((position, row) => {
      const text = shownToken(answer.tokens[position]!.text);
      const isAsked = position === prediction.position;
      const ask = () => inspection.set({ position, token: null, against: null });
      return html`<div class="row">
        <button
          class="label"
          aria-pressed=${isAsked}
          aria-label=${texts.ask.at(text, position + 1)}
          title=${texts.ask.position}
          @click=${ask}
        >
          ${text}
        </button>
        <div class="spans">
          ${spansOf(lens, row).map((span) => spanButton(shown, { span, row, places, cell, text }))}
          ${row === cell.row ? html`<i class="cursor" ${styled({ left: share(cell.place), width: share(1) })}></i>` : nothing}
        </div>
      </div>`;
    })}
    ${lensChart(shown, lens, prediction, cell)}
  </div>`;
}

/** Share of the color scale that the background of a cell uses at most, so that the text on it stays legible. */
const DEEPEST = 0.85;

interface DrawnSpan {
  readonly span: Span;
  readonly row: number;
  readonly places: number;
  readonly cell: ViewCell;
  readonly text: string;
}

function spanButton(shown: Shown, { span, row, places, cell, text }: DrawnSpan): TemplateResult {
  const { texts, scale, setCell } = shown;
  const { begin, end, probabilities } = span;
  const colors = probabilities.map((each) => scale.color((DEEPEST * each) ** 2)); // the color scale applies a square root
  const css = (at: number) => `rgb(${colors[at]!.join(' ')})`;
  const length = end - begin;
  const stops = probabilities.map((_, at) => `${css(at)} ${(100 * at) / length}% ${(100 * (at + 1)) / length}%`);
  const isCurrent = row === cell.row && cell.place >= begin && cell.place < end;
  const share = texts.percent(probabilities.at(-1)!, 0);
  const point = ({ offsetX, currentTarget }: MouseEvent) => {
    const within = Math.floor((length * offsetX) / (currentTarget as HTMLElement).clientWidth);
    setCell({ row, place: begin + Math.max(0, Math.min(length - 1, within)) });
  };
  const token = shownToken(span.text);
  const room = ((shown.width - LABELS) * length) / places;
  return html`<button
    tabindex=${isCurrent ? 0 : -1}
    data-row=${row}
    data-begin=${begin}
    data-end=${end}
    aria-label=${texts.lens.spanLabel(text, texts.afterLayer(begin), texts.afterLayer(end - 1), token, share)}
    ${styled({
      left: `${(100 * begin) / places}%`,
      width: `${(100 * length) / places}%`,
      background: `linear-gradient(to right, ${stops.join(', ')})`,
      color: contrastingText(colors[0]!),
    })}
    @click=${point}
    @pointermove=${point}
  >
    ${room > 14 ? html`<span>${token}</span>` : nothing}
    ${room > 84 ? html`<small ${styled({ color: contrastingText(colors.at(-1)!) })}>${share}</small>` : nothing}
  </button>`;
}

/** Handles an arrow key: moves the selected cell in its direction, and the focus to the span that contains the cell. */
function moveCell(event: KeyboardEvent, { setCell }: Shown, cell: ViewCell, { tokens, cells }: Lens): void {
  const next = movedCell({ rows: tokens.length, columns: cells.length }, cell, event.key);
  const target = event.target as HTMLElement;
  if (!next || target.dataset['row'] === undefined) return;
  event.preventDefault();
  setCell(next);
  const spans = target.closest('.lens')!.querySelectorAll<HTMLElement>(`[data-row='${next.row}']`);
  [...spans]
    .find(({ dataset }) => next.place >= Number(dataset['begin']) && next.place < Number(dataset['end']))
    ?.focus();
}
