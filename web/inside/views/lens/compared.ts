// The lens of two models: probability of the token in question after each layer, and the second less the first.
import { labeledLayers } from '../layer-axis.js';
import { lensStatement } from '../lens/lens-view.js';
import { matrixPicture } from '../matrices/matrix-picture.js';
import { nothing, type TemplateResult } from 'lit';
import { scaleLegend } from '../matrices/scale-legend.js';
import type { AxisLabel } from '../../views/matrix-layout.js';
import type { DrawCompared } from './compared-maps.js';
import type { Shown } from '../shown.js';

/** Pixels of the labels, of a row, and most of a cell across. */
const [LEFT, ROW, MOST_WIDTH] = [104, 36, 72];

export const comparedLens: DrawCompared = ({ first, second }, hasDifference) => {
  const { texts } = first;
  const [one, other] = [probabilities(first), probabilities(second)];
  const difference = hasDifference && one && other ? other.map((value, at) => value - one[at]!) : null;
  const scale = first.signedScale(1);
  const share = (value: number) => texts.percent(value, 0);
  const points = (value: number) => texts.signed(100 * value);
  return {
    first: one && row(first, one, first.scale, share),
    second: other && row(second, other, first.scale, share),
    difference: difference && row(first, difference, scale, points),
    legend: nothing,
    differenceLegend: difference ? scaleLegend(scale, texts.compare.weights) : nothing,
    statement: one && other ? texts.compare.both(statementOf(first), statementOf(second)) : '',
  };
};

/** Of the token in question, [places]; null: not known yet. */
function probabilities({ inspection }: Shown): Float32Array | null {
  const { value } = inspection.lens;
  return value && Float32Array.from(value.followed, ({ token }) => token);
}

function statementOf(shown: Shown): string {
  const { lens, answer } = shown.inspection;
  return lens.value && answer.value?.prediction ? lensStatement(shown, lens.value, answer.value.prediction) : '';
}

/** A row of cells, one for each place; its label is the number of the selected one. */
function row(
  shown: Shown,
  values: Float32Array,
  scale: Shown['scale'],
  printed: (value: number) => string,
): TemplateResult {
  const { texts, cell } = shown;
  const last = values.length - 1;
  const place = Math.min(cell?.place ?? last, last);
  const step = Math.min(MOST_WIDTH, (shown.width - LEFT) / values.length);
  return matrixPicture({
    name: texts.compare.ofToken,
    selectedText: texts.compare.at(texts.afterLayer(place), printed(values[place]!)),
    values,
    columns: values.length,
    scale,
    rowLabels: [{ begin: 0, end: 1, text: printed(values[place]!) }],
    columnLabels: [0, ...labeledLayers(last, step)].map((layer): AxisLabel => {
      return { begin: layer, end: layer + 1, text: layer === 0 ? texts.embedding : String(layer) };
    }),
    corner: texts.layer,
    cell: { row: 0, place },
    select: shown.setCell,
    room: shown.width,
    left: LEFT,
    mostWidth: MOST_WIDTH,
    height: ROW,
  });
}
