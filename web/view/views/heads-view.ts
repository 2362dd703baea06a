// The view 'heads': a grid of the attention matrices of all heads.
import { maxAbs, weightScale } from '../marks/palette.js';
import { drawHeatmap } from '../marks/heatmap.js';
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

/** The number of columns at which no panel is too narrow. */
function columnsFor(width: number, { across }: HeadGrid): number {
  const fitting = Math.max(1, Math.floor((width - 2 * MARGIN + GAP) / (MIN_PANEL_WIDTH + GAP)));
  return Math.min(across, fitting);
}

/** The height of the grid at the width of the canvas. */
function headsHeight({ width, queryTokens, keyTokens, headGrid }: ViewModel): number {
  const grid = headGrid();
  const columns = columnsFor(width, grid);
  const rows = Math.ceil(grid.panels.length / columns);
  const panelWidth = (width - 2 * MARGIN + GAP) / columns - GAP;
  const aspectRatio = Math.min(MAX_ASPECT_RATIO, queryTokens.length / keyTokens.length);
  return Math.round(2 * MARGIN + rows * (panelWidth * aspectRatio + HEADER_HEIGHT + GAP) - GAP);
}

function drawPanel(viewModel: ViewModel, panel: Panel, box: Box): Mark[] {
  const { title, note, share, weights, color, selected } = panel;
  const { palette, measure, selection } = viewModel;
  const [rows, columns] = weights.shape as [number, number];
  const scale = weightScale(palette, maxAbs(weights.data));
  const cells = { ...box, y: box.y + HEADER_HEIGHT, height: box.height - HEADER_HEIGHT };
  const cellStyle = (row: number, column: number) => {
    const value = weights.data[row * columns + column]!;
    return { color: scale.color(value), alpha: 1, value };
  };
  const line = (text: string, align: 'left' | 'right', y: number, bold: boolean): TextMark => ({
    kind: 'text',
    text: truncate(text, box.width, (part) => measure(part, TITLE_SIZE)),
    x: align === 'left' ? box.x : box.x + box.width,
    y,
    size: TITLE_SIZE,
    fill: bold ? palette.text : palette.muted,
    align,
    bold,
  });
  return [
    ...[
      line(title, 'left', box.y + 8, true),
      line(share, 'right', box.y + 8, false),
      line(note, 'left', box.y + 24, false),
    ].filter(({ text }) => text !== ''),
    ...drawHeatmap({ rows, columns, cellStyle }, cells, 1).filter(({ kind }) => kind === 'cells'),
    {
      kind: 'rect',
      ...cells,
      y: cells.y + (selection.row * cells.height) / rows,
      height: cells.height / rows,
      stroke: palette.query,
      lineWidth: 1,
    },
    { kind: 'rect', ...cells, stroke: color, lineWidth: selected ? 4 : 1.5, radius: 3 },
  ];
}

export function drawHeadsView(viewModel: ViewModel): Scene {
  const { width, height } = viewModel;
  const grid = viewModel.headGrid();
  const { panels } = grid;
  const columns = columnsFor(width, grid);
  const rows = Math.ceil(panels.length / columns);
  const panelWidth = (width - 2 * MARGIN + GAP) / columns - GAP;
  const panelHeight = (height - 2 * MARGIN + GAP) / rows - GAP;
  const boxes = panels.map((_, index) => ({
    x: MARGIN + (index % columns) * (panelWidth + GAP),
    y: MARGIN + Math.floor(index / columns) * (panelHeight + GAP),
    width: panelWidth,
    height: panelHeight,
  }));
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: panels.flatMap((panel, index) => drawPanel(viewModel, panel, boxes[index]!)),
      },
    ],
    regions: [],
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
  sortable: true,
} as const satisfies View;
