// The view `contribution`: three matrices side by side for a head, with its attention weights, the lengths of its
// weighted values, and the keys' shares in its output.
import { attribution } from '../attribution/results.js';
import { contribution as result } from './results.js';
import { styles } from './styles.js';
import { headChoice } from '../../element/head-choice.js';
import { html, type TemplateResult } from 'lit';
import { matrixPicture } from '../../maps/matrix-picture.js';
import { mostDirectHead } from '../../element/first-head.js';
import { placeOf, shownToken, type Shown } from '../../element/shown.js';
import { scaleLegend } from '../../maps/scale-legend.js';
import type { AxisLabel } from '../../maps/matrix-layout.js';
import type { ColorScale } from '../../../view/marks/palette.js';
import type { Contribution } from './work.js';
import type { View } from '../../element/view.js';

const NAMES = ['weights', 'lengths', 'shares'] as const;
/** Sizes in pixels: the width of the row labels, and the gap between the matrices. */
const [LEFT, BETWEEN] = [76, 16];
/** Width of the frame around a matrix, in pixels. */
const FRAME = 2;
/** Minimum width of the view, in pixels, at which the matrices are side by side. */
const BESIDE_FROM = 620;

export const view: View = {
  name: 'contribution',
  result,
  others: () => [attribution],
  draw(shown) {
    const { value } = shown.inspection.result(result);
    return value && drawn(shown, value);
  },
  controls: (shown) => html`<div class="choices">${headChoice(shown)}</div>`,
  firstHead: mostDirectHead,
  styles,
};

function drawn(shown: Shown, contribution: Contribution): TemplateResult {
  const { texts, width, scale, shareScale } = shown;
  const { queries, keys, first, at } = contribution;
  const columns = keys.length;
  const longest = contribution.lengths.reduce((most, each) => Math.max(most, each), 0);
  const isBeside = width >= BESIDE_FROM;
  const room = isBeside ? (width - LEFT - 2 * BETWEEN) / NAMES.length - FRAME : width - LEFT;
  const cell = shown.cell ?? { row: queries.length - 1, place: strongestKey(contribution) };
  const labels = (tokens: readonly string[]) =>
    tokens.map((text, position): AxisLabel => ({ begin: position, end: position + 1, text: shownToken(text) }));
  const scales: Readonly<Record<(typeof NAMES)[number], ColorScale>> = {
    weights: scale,
    lengths: { ...scale, high: longest, color: (length) => scale.color(longest > 0 ? length / longest : 0) },
    shares: shareScale,
  };
  const selected = cell.row * columns + cell.place;
  const [query, key] = [queries[cell.row], keys[cell.place]];
  const selectedText =
    query === undefined || key === undefined
      ? ''
      : texts.contribution.cell(
          shownToken(query),
          shownToken(key),
          texts.percent(contribution.weights[selected]!, 0),
          texts.signed(contribution.lengths[selected]!).replace(/^\+/, ''),
          texts.percent(contribution.shares[selected]!, 0),
        );
  return html`<p class="statement">
      ${first ? texts.contribution.first(placeOf(shown, at), texts.percent(first.weight, 0), texts.percent(first.share, 0)) : ''}
    </p>
    <div class="matrices">
      ${NAMES.map((name, index) => {
        const hasLabels = index === 0 || !isBeside;
        const left = hasLabels ? LEFT : 0;
        return html`<figure>
          <figcaption>${texts.contribution.names[name]}</figcaption>
          ${matrixPicture({
            name: `${texts.contribution.names[name]}. ${texts.contribution.keys}`,
            selectedText: index === 0 ? selectedText : '',
            values: contribution[name],
            columns,
            scale: scales[name],
            rowLabels: hasLabels ? labels(queries) : [],
            columnLabels: labels(keys),
            cell,
            select: shown.setCell,
            room: room + left,
            left,
            isUpright: true,
            dashedFrom: 0.01,
          })}
        </figure>`;
      })}
    </div>
    <p class="note one-line">${selectedText}</p>
    <div class="legends">
      ${scaleLegend(scale, ['0%', '25%', '50%', '75%', '100%'])}
      <p class="note">${texts.contribution.scales(texts.signed(longest).replace(/^\+/, ''))}</p>
    </div>`;
}

/** Index of the displayed key with the largest share in the output for the last displayed query. */
function strongestKey({ shares, keys }: Contribution): number {
  const row = shares.subarray(shares.length - keys.length);
  return row.reduce((best, each, at) => (each > row[best]! ? at : best), 0);
}
