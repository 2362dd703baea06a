// Two heads side by side, with their difference, above the grid of all heads in the view 'heads'.
import { cellsIn, drawPanel, GAP, HEADER_HEIGHT, MARGIN, MAX_ASPECT_RATIO } from './panel.js';
import { columnLabels, maxTextWidth, rowLabels } from '../../marks/axis-labels.js';
import { differences } from '../../marks/attention-matrix.js';
import { differenceScale, maxAbs, weightScale } from '../../marks/palette.js';
import { drawLegend } from '../../marks/heatmap.js';
import { formatNumber, type Comparison, type Panel, type ViewModel } from '../../view-model.js';
import type { Box, Mark, Region } from '../../scene.js';

const MAX_SIDE = 320; // maximum side of a matrix in pixels
const MIN_WIDTH_OF_LABELS = 640; // minimum canvas width for labels; on a narrower one, the matrices need the space
const LABELS = { size: 12, max: 84, above: 44 };
const LEGEND = { height: 28, width: 150 };

interface ComparisonLayout {
  /** Boxes of the two heads' panels and of their difference, including titles. */
  boxes: readonly [Box, Box, Box];
  /** Space for token labels left of and above each matrix, in pixels. */
  labels: { left: number; above: number };
  height: number;
}

function comparisonLayout(viewModel: ViewModel): ComparisonLayout {
  const { width, queryTokens, keyTokens } = viewModel;
  const hasLabels = width >= MIN_WIDTH_OF_LABELS;
  const left = hasLabels ? Math.min(LABELS.max, maxTextWidth(viewModel, queryTokens) * LABELS.size + 10) : 0;
  const above = hasLabels ? LABELS.above : 0;
  const side = Math.min(MAX_SIDE, (width - 2 * MARGIN - left - 2 * GAP) / 3);
  const header = HEADER_HEIGHT + above;
  const height = header + side * Math.min(MAX_ASPECT_RATIO, queryTokens.length / keyTokens.length);
  const x = (width - left - 3 * side - 2 * GAP) / 2 + left;
  const box = (index: number): Box => ({ x: x + index * (side + GAP), y: MARGIN, width: side, height });
  return { boxes: [box(0), box(1), box(2)], labels: { left, above }, height: height + LEGEND.height + 2 * GAP };
}

/** Height of the comparison above the grid; 0 if no heads are compared. */
export const comparisonHeight = (viewModel: ViewModel, comparison: Comparison | null): number =>
  comparison ? comparisonLayout(viewModel).height : 0;

export function drawComparison(
  viewModel: ViewModel,
  { panels: [one, other], names }: Comparison,
): { marks: Mark[]; regions: Region[] } {
  const { palette, queryTokens, selection, width } = viewModel;
  const { boxes, labels, height } = comparisonLayout(viewModel);
  const change = differences(other.weights, one.weights);
  const weights = weightScale(palette);
  const changes = differenceScale(palette, maxAbs(change));
  const difference: Panel = {
    title: `${names[1]} − ${names[0]}`,
    shortTitle: '−',
    note: '',
    share: '',
    baseline: null,
    color: palette.line,
    selected: false,
    isOff: false,
    head: null,
    weights: { data: change, shape: one.weights.shape },
  };
  const written = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value)}`;
  const signed = { ...viewModel, percentsOf: (row: ArrayLike<number>) => Array.from(row, written) };
  const shown = [
    { panel: one, box: boxes[0], model: viewModel, scale: weights },
    { panel: other, box: boxes[1], model: viewModel, scale: weights },
    { panel: difference, box: boxes[2], model: signed, scale: changes },
  ];
  const legend = (box: Box): Box => ({
    x: box.x + (box.width - Math.min(LEGEND.width, box.width - 80)) / 2,
    y: box.y + box.height + 10,
    width: Math.min(LEGEND.width, box.width - 80),
    height: 6,
  });
  const marks = shown.flatMap(({ panel, box, model, scale }) => {
    const cells = cellsIn(box, labels.above);
    return [
      ...drawPanel(model, panel, box, scale, labels.above),
      ...(labels.above > 0 ? columnLabels(viewModel, cells, labels.above - 6, 1) : []),
      ...(legend(box).width > 16 ? drawLegend(scale, legend(box), palette.muted, 1) : []),
    ];
  });
  const first = cellsIn(boxes[0], labels.above);
  return {
    marks: [
      ...marks,
      ...(labels.left > 0 ? rowLabels(viewModel, queryTokens, selection.row, first, labels.left - 8, 1) : []),
      { kind: 'rect', x: MARGIN, y: MARGIN + height - GAP, width: width - 2 * MARGIN, height: 1, fill: palette.line },
    ],
    regions: shown.map(({ box }) => ({
      matrix: 'attention',
      ...cellsIn(box, labels.above),
      rows: one.weights.shape[0]!,
      columns: one.weights.shape[1]!,
    })),
  };
}
