// One panel of the view 'heads': the attention matrix of a head, with its name and what is known of it.
import { differences } from '../../marks/attention-matrix.js';
import { drawHeatmap } from '../../marks/heatmap.js';
import { maxAbs, weightScale, type ColorScale } from '../../marks/palette.js';
import { rowIn } from '../../marks/cursor-outlines.js';
import { truncate } from '../../marks/truncate.js';
import type { Box, Mark, TextMark } from '../../scene.js';
import type { Panel, ViewModel } from '../../view-model.js';

export const HEADER_HEIGHT = 34;
const TITLE_SIZE = 13;
const MIN_TITLE_SIZE = 10; // titles shrink to this before they are cut short

/** What a panel shows: its weights, or how much they differ from the baseline. */
export const valuesOf = ({ weights, baseline }: Panel): Float32Array =>
  baseline ? differences(weights, baseline) : weights.data;

/** The part of a panel below its title, and below labels where there is room for them. */
export const cellsIn = (box: Box, labels = 0): Box => ({
  ...box,
  y: box.y + HEADER_HEIGHT + labels,
  height: box.height - HEADER_HEIGHT - labels,
});

/** The selected cell in a panel, and its weight: the same query and key in every head. */
function selectedCell({ palette, selection, percentOf }: ViewModel, { weights }: Panel, cells: Box) {
  const { cell } = selection;
  const [rows, columns] = weights.shape as [number, number];
  if (cell?.matrix !== 'attention' || cell.row >= rows || cell.column >= columns) return null;
  const width = cells.width / columns;
  const outline: Mark = {
    ...{ kind: 'rect', ...rowIn(cells, cell.row, rows), x: cells.x + cell.column * width, width },
    ...{ stroke: palette.text, lineWidth: 2 },
  };
  return { outline, weight: percentOf(weights.data[cell.row * columns + cell.column]!) };
}

/**
 * @param common the scale of all panels; null: each has its own
 * @param labels room between the title and the cells
 */
export function drawPanel(viewModel: ViewModel, panel: Panel, box: Box, common: ColorScale | null, labels = 0): Mark[] {
  const { title, note, share, weights, color, selected } = panel;
  const { palette, measure, selection } = viewModel;
  const [rows, columns] = weights.shape as [number, number];
  const values = valuesOf(panel);
  const scale = common ?? weightScale(palette, maxAbs(values));
  const cells = cellsIn(box, labels);
  const cell = selectedCell(viewModel, panel, cells);
  const cellStyle = (row: number, column: number) => {
    const value = values[row * columns + column]!;
    return { color: scale.color(value), alpha: 1, value };
  };
  const line = (text: string, align: 'left' | 'right', y: number, bold: boolean): TextMark => {
    const fitting = (TITLE_SIZE * box.width) / Math.max(1, measure(text, TITLE_SIZE));
    const size = Math.max(MIN_TITLE_SIZE, Math.min(TITLE_SIZE, fitting));
    return {
      kind: 'text',
      text: truncate(text, box.width + 0.5, (part) => measure(part, size)),
      x: align === 'left' ? box.x : box.x + box.width,
      y,
      size,
      fill: bold ? palette.text : palette.muted,
      align,
      bold,
    };
  };
  return [
    ...[
      line(title, 'left', box.y + 8, true),
      line(cell?.weight ?? share, 'right', box.y + 8, cell !== null),
      line(note, 'left', box.y + 24, false),
    ].filter(({ text }) => text !== ''),
    ...drawHeatmap({ rows, columns, cellStyle }, cells, 1).filter(({ kind }) => kind === 'cells'),
    {
      kind: 'rect',
      ...rowIn(cells, selection.row, rows),
      stroke: palette.query,
      lineWidth: 1,
    },
    { kind: 'rect', ...cells, stroke: color, lineWidth: selected ? 4 : 1.5, radius: 3 },
    ...(cell ? [cell.outline] : []),
  ];
}
