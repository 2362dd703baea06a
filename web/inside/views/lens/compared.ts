// The logit lens for two compared models: the probability of the question's token after each layer, and its difference.
import { labeledLayers, type AxisLabel } from '../../maps/matrix-layout.js';
import { lens as result } from './results.js';
import { lensStatement } from './statement.js';
import { matrixPicture } from '../../maps/matrix-picture.js';
import { scaleLegend } from '../../maps/scale-legend.js';
import type { ComparedView } from '../../element/view.js';
import type { Shown } from '../../element/shown.js';
import type { TemplateResult } from 'lit';

/** Sizes in pixels: the width of the row labels, the height of a row, and the maximum width of a cell. */
const [LEFT, ROW, MOST_WIDTH] = [104, 36, 72];

const draw: ComparedView['draw'] = ({ first, second }, hasDifference) => {
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
    caption: texts.compare.pointsOf,
    legend: null,
    differenceLegend: difference ? scaleLegend(scale, texts.compare.weights) : null,
    statement: one && other ? texts.compare.both(statementOf(first), statementOf(second)) : '',
  };
};

export const comparedLens: ComparedView = { result, isWide: true, draw };

/**
 * Probability of the question's token before the first layer and after each layer; null if the result has not arrived.
 */
function probabilities({ inspection }: Shown): Float32Array | null {
  const { value } = inspection.result(result);
  return value && Float32Array.from(value.followed, ({ token }) => token);
}

function statementOf(shown: Shown): string {
  const [lens, prediction] = [shown.inspection.result(result).value, shown.inspection.answer.value?.prediction];
  return lens && prediction ? lensStatement(shown, lens, prediction) : '';
}

/** A row of the drawing, with one cell for each layer. Its label is the value of the selected cell. */
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
