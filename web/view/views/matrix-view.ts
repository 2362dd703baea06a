// The view 'matrix': the attention matrix alone, as large as possible. When zoomed in, it shows a part of the matrix,
// and an overview.
import { attentionHeatmap, attentionStage, colorScaleOf } from '../marks/attention-matrix.js';
import { columnLabels, rowLabels, maxTextWidth } from '../marks/axis-labels.js';
import { cursorOutlines } from '../marks/cursor-outlines.js';
import { cachedColorsOf, drawLegend, drawPlaceholder, numbersIn, type Heatmap } from '../marks/heatmap.js';
import { contentBox, NO_ZOOM } from '../zoom.js';
import type { Box, CellColors, Mark, Scene, TokenRegion } from '../scene.js';
import type { Drawing } from './view.js';
import type { ViewModel } from '../view-model.js';

const MARGIN = 12;
const LABEL_SIZE = 14;
const LEGEND_HEIGHT = 30;
const MAX_LABEL_WIDTH = 0.28; // maximum width of the row labels as a share of the canvas width
const MAX_LABEL_HEIGHT = 0.2; // maximum height of the column labels as a share of the canvas height
const MAX_CELL_SIDE = 90;
const ZOOM_BUTTONS_WIDTH = 46;
const OVERVIEW_SIDE = 120;
const MIN_FRAME_SIDE = 24; // minimum side of the frame in pixels, below which nothing is drawn
/**
 * Limits in pixels for an exported image of the whole matrix: minimum cell size that leaves room for a label, and
 * maximum size of the matrix.
 */
const WHOLE = { cell: 17, matrix: 6000 };

/**
 * Frame on the canvas in which the matrix is visible, with its labels left and above.
 * @param top y coordinate at which the view begins
 */
function matrixFrame(viewModel: ViewModel, top: number): Box {
  const { width, height, queryTokens, keyTokens } = viewModel;
  const rowLabelWidth = maxTextWidth(viewModel, queryTokens) * LABEL_SIZE + 16;
  const columnLabelHeight = maxTextWidth(viewModel, keyTokens) * LABEL_SIZE * 0.85 + 16;
  const left = Math.min(width * MAX_LABEL_WIDTH, rowLabelWidth) + MARGIN;
  const above = Math.min(height * MAX_LABEL_HEIGHT, columnLabelHeight) + MARGIN;
  return {
    x: left,
    y: top + above,
    width: width - left - MARGIN - ZOOM_BUTTONS_WIDTH,
    height: height - top - above - LEGEND_HEIGHT - MARGIN,
  };
}

/** Canvas size in pixels at which every token of the matrix has a label, within the limits of `WHOLE`. */
export function sizeOfWhole(viewModel: ViewModel): Pick<ViewModel, 'width' | 'height'> {
  const { width, height, queryTokens, keyTokens } = viewModel;
  const frame = matrixFrame(viewModel, 0);
  const missing = (tokens: readonly string[], room: number) =>
    Math.max(0, Math.min(WHOLE.matrix, tokens.length * WHOLE.cell) - room);
  return { width: width + missing(keyTokens, frame.width), height: height + missing(queryTokens, frame.height) };
}

/** Box of the whole matrix at the current zoom. It may extend beyond the frame in which the matrix is visible. */
function matrixBox({ queryTokens, keyTokens, zoom }: ViewModel, frame: Box): Box {
  const [rows, columns] = [queryTokens.length, keyTokens.length];
  const side = Math.min(MAX_CELL_SIDE, frame.width / columns, frame.height / rows);
  return contentBox(zoom, { width: side * columns, height: side * rows }, frame);
}

/** Crops a heat map to the cells that are at least partly inside a frame. */
function crop(heatmap: Heatmap, colors: CellColors, box: Box, frame: Box) {
  const { rows, columns, cellStyle } = heatmap;
  const along = (from: number, length: number, count: number, start: number, room: number) => {
    const size = length / count;
    const first = Math.max(0, Math.floor((start - from) / size));
    return { first, count: Math.min(count, Math.ceil((start + room - from) / size)) - first, size };
  };
  const x = along(box.x, box.width, columns, frame.x, frame.width);
  const y = along(box.y, box.height, rows, frame.y, frame.height);
  const cropped = new Uint8ClampedArray(x.count * y.count * 4);
  for (let row = 0; row < y.count; row++) {
    const from = ((row + y.first) * columns + x.first) * 4;
    cropped.set(colors.subarray(from, from + x.count * 4), row * x.count * 4);
  }
  return {
    heatmap: {
      ...heatmap,
      rows: y.count,
      columns: x.count,
      cellStyle: (row: number, column: number) => cellStyle(row + y.first, column + x.first),
    },
    colors: cropped,
    box: {
      x: box.x + x.first * x.size,
      y: box.y + y.first * y.size,
      width: x.count * x.size,
      height: y.count * y.size,
    },
  };
}

function labelRegions(rows: number, box: Box, visible: Box): TokenRegion[] {
  const height = box.height / rows;
  return Array.from({ length: rows }, (_, token) => ({
    token,
    x: 0,
    y: box.y + token * height,
    width: visible.x,
    height,
  })).filter(({ y }) => y + height > visible.y && y < visible.y + visible.height);
}

/** Draws the overview of a zoomed matrix: a thumbnail of the whole, with a rectangle around the visible part. */
function overview(
  { palette, width, height }: ViewModel,
  { rows, columns }: Heatmap,
  colors: CellColors,
  box: Box,
  frame: Box,
): Mark[] {
  const scale = OVERVIEW_SIDE / Math.max(box.width, box.height);
  const small = {
    width: box.width * scale,
    height: box.height * scale,
    x: width - MARGIN - box.width * scale,
    y: height - MARGIN - box.height * scale,
  };
  return [
    { kind: 'rect', ...small, fill: palette.surface, stroke: palette.line, lineWidth: 6 },
    { kind: 'cells', ...small, rows, columns, colors },
    {
      kind: 'rect',
      x: small.x + Math.max(0, frame.x - box.x) * scale,
      y: small.y + Math.max(0, frame.y - box.y) * scale,
      width: Math.min(frame.width, box.width) * scale,
      height: Math.min(frame.height, box.height) * scale,
      stroke: palette.query,
      lineWidth: 2,
    },
  ];
}

/**
 * Draws the view 'matrix'.
 * @param top y coordinate at which the view begins
 */
export function drawMatrixView(viewModel: ViewModel, top = 0): Scene {
  const { width, height, palette, queryTokens, selection, zoom } = viewModel;
  const frame = matrixFrame(viewModel, top);
  const box = matrixBox(viewModel, frame);
  const current = attentionStage(viewModel);
  const canvas = { x: 0, y: 0, width, height };
  const empty: Scene = { width, height, layers: [], regions: [], tokens: [], panels: [], viewport: null };
  if (Math.min(frame.width, frame.height) < MIN_FRAME_SIDE) return empty;
  const scene = { ...empty, viewport: { content: box, frame } };
  if (!current) return { ...scene, layers: [{ clip: canvas, marks: [drawPlaceholder(box, palette.line, 0.7)] }] };

  const heatmap = attentionHeatmap(viewModel);
  const visible = zoom.factor > 1 ? frame : box;
  const colors = cachedColorsOf(viewModel, heatmap);
  const part = crop(heatmap, colors, box, visible);
  const labels = [
    ...rowLabels(viewModel, queryTokens, selection.row, box, frame.x - MARGIN - 9, 1, visible),
    ...columnLabels(viewModel, box, frame.y - top - MARGIN - 8, 1, visible),
  ];
  const legendBox = { x: frame.x + frame.width * 0.3, y: height - LEGEND_HEIGHT, width: frame.width * 0.4, height: 8 };
  const legend = drawLegend(colorScaleOf(viewModel, current.stage), legendBox, palette.muted, 1);
  const matrix: Mark[] = [
    { kind: 'cells', ...part.box, rows: part.heatmap.rows, columns: part.heatmap.columns, colors: part.colors },
    ...numbersIn(part.heatmap, part.box, 1),
    ...cursorOutlines(viewModel, box),
  ];
  const small = zoom.factor > 1 ? overview(viewModel, heatmap, colors, box, frame) : [];
  const clip = { x: visible.x - 2, y: visible.y - 2, width: visible.width + 4, height: visible.height + 4 };
  return {
    ...scene,
    layers: [
      { clip, marks: matrix },
      { clip: canvas, marks: [...labels, ...legend, ...small] },
    ],
    regions: [{ matrix: 'attention', ...box, rows: heatmap.rows, columns: heatmap.columns, visible }],
    tokens: labelRegions(queryTokens.length, box, visible),
  };
}

export const matrixDrawing: Drawing = {
  draw: (viewModel, isWhole) =>
    drawMatrixView(isWhole ? { ...viewModel, ...sizeOfWhole(viewModel), zoom: NO_ZOOM } : viewModel),
  requiredHeight: null,
};
