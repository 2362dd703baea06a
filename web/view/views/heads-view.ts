// The view 'heads': a grid of the attention matrices of all heads.
import { differenceScale, maxAbs, weightScale, type ColorScale } from '../marks/palette.js';
import { differences } from '../marks/attention-matrix.js';
import { rowIn } from '../marks/cursor-outlines.js';
import { drawHeatmap, drawLegend } from '../marks/heatmap.js';
import { truncate } from '../marks/truncate.js';
import type { Box, Mark, Scene, TextMark } from '../scene.js';
import type { HeadGrid, Panel, ViewModel } from '../view-model.js';
import type { View } from './view.js';

const MARGIN = 12;
const GAP = 14;
const HEADER_HEIGHT = 34;
const MIN_PANEL_WIDTH = 92;
const MAX_ASPECT_RATIO = 1.4; // height : width of an attention matrix
const TITLE_SIZE = 13;
const MIN_TITLE_SIZE = 10; // titles shrink to this before they are cut short
const LEGEND_HEIGHT = 26;
const LEGEND_WIDTH = 180;

/** The number of columns at which no panel is too narrow. */
function columnsFor(width: number, { across }: HeadGrid): number {
  const fitting = Math.max(1, Math.floor((width - 2 * MARGIN + GAP) / (MIN_PANEL_WIDTH + GAP)));
  return Math.min(across, fitting);
}

/** What a panel shows: its weights, or how much they differ from the baseline. */
const valuesOf = ({ weights, baseline }: Panel): Float32Array =>
  baseline ? differences(weights, baseline) : weights.data;

/** The color scale of all panels where they show differences; otherwise each panel has its own: null. */
function commonScale({ palette }: ViewModel, { panels }: HeadGrid): ColorScale | null {
  if (!panels.some(({ baseline }) => baseline)) return null;
  return differenceScale(palette, Math.max(...panels.map((panel) => maxAbs(valuesOf(panel)))));
}

/** The room for the legend above the grid. */
const legendHeight = ({ panels }: HeadGrid): number => (panels.some(({ baseline }) => baseline) ? LEGEND_HEIGHT : 0);

/** The height of the grid at the width of the canvas. */
function headsHeight({ width, queryTokens, keyTokens, headGrid }: ViewModel): number {
  const grid = headGrid();
  const columns = columnsFor(width, grid);
  const rows = Math.ceil(grid.panels.length / columns);
  const panelWidth = (width - 2 * MARGIN + GAP) / columns - GAP;
  const aspectRatio = Math.min(MAX_ASPECT_RATIO, queryTokens.length / keyTokens.length);
  return Math.round(2 * MARGIN + legendHeight(grid) + rows * (panelWidth * aspectRatio + HEADER_HEIGHT + GAP) - GAP);
}

const cellsIn = (box: Box): Box => ({ ...box, y: box.y + HEADER_HEIGHT, height: box.height - HEADER_HEIGHT });

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

function drawPanel(viewModel: ViewModel, panel: Panel, box: Box, common: ColorScale | null): Mark[] {
  const { title, note, share, weights, color, selected } = panel;
  const { palette, measure, selection } = viewModel;
  const [rows, columns] = weights.shape as [number, number];
  const values = valuesOf(panel);
  const scale = common ?? weightScale(palette, maxAbs(values));
  const cells = cellsIn(box);
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

/** In the middle above the grid. */
function legendBox(width: number): Box {
  const wide = Math.min(LEGEND_WIDTH, width / 2);
  return { x: (width - wide) / 2, y: MARGIN, width: wide, height: 8 };
}

export function drawHeadsView(viewModel: ViewModel): Scene {
  const { width, height } = viewModel;
  const grid = viewModel.headGrid();
  const { panels } = grid;
  const columns = columnsFor(width, grid);
  const rows = Math.ceil(panels.length / columns);
  const panelWidth = (width - 2 * MARGIN + GAP) / columns - GAP;
  const top = MARGIN + legendHeight(grid);
  const panelHeight = (height - top - MARGIN + GAP) / rows - GAP;
  const common = commonScale(viewModel, grid);
  const boxes = panels.map((_, index) => ({
    x: MARGIN + (index % columns) * (panelWidth + GAP),
    y: top + Math.floor(index / columns) * (panelHeight + GAP),
    width: panelWidth,
    height: panelHeight,
  }));
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: [
          ...(common ? drawLegend(common, legendBox(width), viewModel.palette.muted, 1) : []),
          ...panels.flatMap((panel, index) => drawPanel(viewModel, panel, boxes[index]!, common)),
        ],
      },
    ],
    regions: panels.map(({ weights: { shape } }, index) => ({
      ...{ matrix: 'attention', ...cellsIn(boxes[index]!), rows: shape[0]!, columns: shape[1]! },
    })),
    tokens: [],
    panels: boxes.map((box, panel) => ({ panel, ...box })),
    viewport: null,
  };
}

export const headsView = {
  name: 'heads',
  draw: drawHeadsView,
  requiredHeight: headsHeight,
  cover: null,
  side: 'heads',
  zoomable: false,
  animated: false,
  transitions: false,
  sortable: true,
  hasMatrices: false,
} as const satisfies View;
