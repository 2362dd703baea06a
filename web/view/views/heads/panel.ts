// One panel of the view 'heads': a head's attention matrix, name and role.
import { differences } from '../../marks/attention-matrix.js';
import { colorsOf, drawPlaceholder } from '../../marks/heatmap.js';
import { largestOfBlocks } from './largest-of-blocks.js';
import type { ColorScale } from '../../marks/palette.js';
import { rowIn } from '../../marks/cursor-outlines.js';
import { truncate } from '../../marks/truncate.js';
import type { Box, Mark, TextMark } from '../../scene.js';
import type { Panel, ViewModel } from '../../view-model.js';

// Height, in pixels, of a panel's header with title and role.
export const HEADER_HEIGHT = 34;
/** Height, in pixels, of a thumbnail's header, which contains only the title. */
export const TITLE_HEIGHT = 18;
export const MARGIN = 12;
export const GAP = 14;
export const MAX_ASPECT_RATIO = 1.4; // maximum ratio of height to width of an attention matrix

const TITLE_SIZE = 13;
const MIN_TITLE_SIZE = 10; // minimum font size of titles in pixels before they are truncated
const MIN_LONG_TITLE_SIZE = 11; // minimum font size of long titles in pixels before short titles replace them

const NOTHING = new Float32Array(0);

/** Numbers that the cells of a panel show: weights, or differences from the baseline; empty until they are computed. */
export const valuesOf = ({ weights, baseline }: Panel): Float32Array =>
  weights ? (baseline ? differences(weights, baseline) : weights.data) : NOTHING;

/**
 * Box of a panel's matrix, below the panel's header and labels.
 * @param header height of the title, and of the role below it
 */
export const cellsIn = (box: Box, labels = 0, header = HEADER_HEIGHT): Box => ({
  ...box,
  y: box.y + header + labels,
  height: box.height - header - labels,
});

/** Marks of the selected cell, at the same query and key in every panel: an outline, and the cell's weight. */
function selectedCell({ palette, selection, percentsOf, measure }: ViewModel, { weights }: Panel, cells: Box): Mark[] {
  const { cell } = selection;
  const [rows, columns] = (weights?.shape ?? [0, 0]) as [number, number];
  if (!weights || cell?.matrix !== 'attention' || cell.row >= rows || cell.column >= columns) return [];
  const width = cells.width / columns;
  const outline = { ...rowIn(cells, cell.row, rows), x: cells.x + cell.column * width, width };
  const text = percentsOf(weights.data.subarray(cell.row * columns, (cell.row + 1) * columns))[cell.column]!;
  const half = measure(text, TITLE_SIZE, true) / 2 + 2;
  const above = outline.y - TITLE_SIZE * 0.7;
  return [
    { kind: 'rect', ...outline, stroke: palette.text, lineWidth: 2 },
    {
      kind: 'text',
      text,
      size: TITLE_SIZE,
      bold: true,
      align: 'center',
      fill: palette.text,
      halo: palette.surface,
      x: Math.min(cells.x + cells.width - half, Math.max(cells.x + half, outline.x + width / 2)),
      y: above - TITLE_SIZE / 2 >= cells.y ? above : outline.y + outline.height + TITLE_SIZE * 0.8,
    },
  ];
}

/**
 * Draws the cells of a panel's matrix, no more of them than the screen can resolve. Their colors are cached together
 * with the weights.
 */
function drawCells(viewModel: ViewModel, panel: Panel, cells: Box, scale: ColorScale): Mark {
  const { palette, cachedColors } = viewModel;
  const { weights, baseline } = panel;
  if (!weights) return drawPlaceholder(cells, palette.line, 1);
  const [rows, columns] = weights.shape as [number, number];
  const block = Math.max(1, Math.floor(columns / cells.width));
  const [down, across] = [Math.ceil(rows / block), Math.ceil(columns / block)];
  const key = [block, scale.low, scale.high, baseline !== null, palette.surface, ...palette.weights].join(' ');
  const colors = cachedColors(weights, key, () => {
    const largest = largestOfBlocks(valuesOf(panel), rows, columns, block);
    const cellStyle = (row: number, column: number) => {
      const value = largest[row * across + column]!;
      return { color: scale.color(value), alpha: 1, value };
    };
    return colorsOf({ rows: down, columns: across, cellStyle });
  });
  return { kind: 'cells', ...cells, rows: down, columns: across, colors, opacity: 1 };
}

/**
 * Draws a head's panel.
 * @param labels height of the labels between title and cells
 * @param header height of the header; TITLE_HEIGHT for a title only
 */
export function drawPanel(
  viewModel: ViewModel,
  panel: Panel,
  box: Box,
  scale: ColorScale,
  labels = 0,
  header = HEADER_HEIGHT,
): Mark[] {
  const { title, shortTitle, note, share, color, selected } = panel;
  const { palette, measure, selection, queryTokens } = viewModel;
  const cells = cellsIn(box, labels, header);
  const line = (text: string, align: 'left' | 'right', y: number, bold: boolean): TextMark => {
    const fitting = (TITLE_SIZE * box.width) / Math.max(1, measure(text, TITLE_SIZE, bold));
    const size = Math.max(MIN_TITLE_SIZE, Math.min(TITLE_SIZE, fitting));
    return {
      kind: 'text',
      text: truncate(text, box.width + 0.5, (part) => measure(part, size, bold)),
      x: align === 'left' ? box.x : box.x + box.width,
      y,
      size,
      fill: bold ? palette.text : palette.muted,
      align,
      bold,
    };
  };
  const isTooLong = measure(title, MIN_LONG_TITLE_SIZE, true) > box.width;
  return [
    ...[
      line(isTooLong ? shortTitle : title, 'left', box.y + 8, true),
      ...(header === TITLE_HEIGHT
        ? []
        : [line(share, 'right', box.y + 8, false), line(note, 'left', box.y + 24, false)]),
    ].filter(({ text }) => text !== ''),
    drawCells(viewModel, panel, cells, scale),
    {
      kind: 'rect',
      ...rowIn(cells, selection.row, queryTokens.length),
      stroke: palette.query,
      lineWidth: 1,
    },
    { kind: 'rect', ...cells, stroke: color, lineWidth: selected ? 4 : 1.5, radius: 3 },
    ...selectedCell(viewModel, panel, cells),
  ];
}
