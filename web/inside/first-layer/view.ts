// View of the attention in the first layer of a large model, shown while the rest of the model is read, or if it cannot
// be read.
import { guard } from 'lit/directives/guard.js';
import { clearestHead } from './clearest-head.js';
import { headUrl } from '../maps/pattern-pictures.js';
import { html, nothing, type TemplateResult } from 'lit';
import { hasFirstLayer, type Opened } from '../opened.js';
import { matrixPicture } from '../maps/matrix-picture.js';
import { placeOf, shownToken, type Shown } from '../element/shown.js';
import { questionField } from '../element/question-bar.js';
import { scaleLegend } from '../maps/scale-legend.js';
import type { AxisLabel } from '../maps/matrix-layout.js';
import type { FirstLayer } from './work.js';

/** Width, in pixels, of the row labels of the attention matrix. */
const LEFT = 76;

export function firstLayerView(shown: Shown, opened: Opened): TemplateResult | typeof nothing {
  const { texts, inspection } = shown;
  const { firstLayer, opening } = inspection;
  if (!hasFirstLayer(opened)) return nothing;
  return html`<section class="ask" aria-label=${texts.ask.label}>
      ${questionField(shown)}
      <p class="aside" role="status">
        ${firstLayer.status === 'failed' ? texts.ask.failed(firstLayer.error) : nothing}
      </p>
    </section>
    <section class="first" aria-label=${texts.firstLayer.title}>
      <h2>${texts.firstLayer.title}</h2>
      <p class="note">${opening.kind === 'reading' ? texts.firstLayer.reading : texts.firstLayer.alone}</p>
      <div class="view">
        ${guard(drawnOf(shown), () =>
          firstLayer.value && shown.width > 0 ? drawn(shown, firstLayer.value) : html`<div class="room"></div>`,
        )}
      </div>
    </section>`;
}

/**
 * Values on which the drawing depends. While they stay the same, it is not redrawn, however often the model's reading
 * reports progress.
 */
const drawnOf = ({ inspection, texts, width, cell, scale }: Shown): unknown[] => [
  inspection.firstLayer.value,
  inspection.state.head,
  texts,
  width,
  cell,
  scale.color(1).join(),
];

function drawn(shown: Shown, { attention, tokens, patterns }: FirstLayer): TemplateResult {
  const { texts, inspection, scale, width, cell } = shown;
  const { heads, rows, columns } = patterns;
  const at = (head: number) => ({ attention, layer: 0, head });
  const { head: selected } = inspection.state;
  const isOf = selected?.attention === attention && selected.layer === 0 && selected.head < heads;
  const head = isOf ? selected.head : clearestHead(patterns);
  const values = patterns.weights.subarray(head * rows * columns, (head + 1) * rows * columns);
  const isByToken = rows === tokens.length;
  const labels = (isByToken ? tokens : []).map((text, position): AxisLabel => ({
    begin: position,
    end: position + 1,
    text: shownToken(text),
  }));
  const [query, key] = isByToken && cell ? [tokens[cell.row], tokens[cell.place]] : [];
  const selectedText =
    query === undefined || key === undefined
      ? ''
      : texts.firstLayer.cell(
          shownToken(query),
          shownToken(key),
          texts.percent(values[cell!.row * columns + cell!.place]!, 0),
        );
  return html`<ol class="heads-of-layer">
      ${Array.from(
        { length: heads },
        (_, each) =>
          html`<li>
            <button
              aria-pressed=${each === head}
              aria-label=${placeOf(shown, at(each))}
              @click=${() => inspection.select(at(each))}
            >
              <img alt="" src=${headUrl(patterns, each, scale)} /><small>${each + 1}</small>
            </button>
          </li>`,
      )}
    </ol>
    <h3>${placeOf(shown, at(head))}</h3>
    ${matrixPicture({
      name: texts.firstLayer.map(placeOf(shown, at(head))),
      selectedText,
      values,
      columns,
      scale,
      rowLabels: labels,
      columnLabels: labels,
      cell,
      select: shown.setCell,
      room: width,
      left: LEFT,
      isUpright: true,
      mostWidth: 34,
    })}
    <p class="note one-line">${selectedText}</p>
    ${scaleLegend(scale, ['0%', '25%', '50%', '75%', '100%'])}`;
}
