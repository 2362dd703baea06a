// The matrix of attention alone, as large as it can be; of a long text, the part that is looked at, and where that is.
import { attentionLook, scaleOf, shownStage } from './attention-matrix.js';
import { columnWords, rowWords, widestOf } from './edge-words.js';
import { cursorOf } from './reveal.js';
import { colorsOf, drawLegend, drawMatrix, drawPlaceholder, type MatrixLook } from './matrix.js';
import { placed, type Zoom } from './zoom.js';
import type { Box, CellsMark, Mark, Scene, WordRegion } from './scene.js';
import type { Picture } from './picture.js';

const MARGIN = 12;
const LETTERS = 14;
const LEGEND = 30;
const MOST_OF_WIDTH = 0.28; // that words at the edge may take
const MOST_OF_HEIGHT = 0.2;
const LARGEST_CELL = 90;
const BUTTONS = 46; // room for those that zoom
const OVERVIEW = 120; // side of the small picture of the whole
const LEAST = 24; // side of a frame in which something can be seen

/** Where the matrix may be seen, of all of the canvas below `top`. */
export function matrixFrame(picture: Picture, from = 0): Box {
  const { width, height, queryWords, keyWords } = picture;
  const left = Math.min(width * MOST_OF_WIDTH, widestOf(picture, queryWords) * LETTERS + 16) + MARGIN;
  const top = Math.min(height * MOST_OF_HEIGHT, widestOf(picture, keyWords) * LETTERS * 0.85 + 16) + MARGIN;
  return {
    x: left,
    y: from + top,
    width: width - left - MARGIN - BUTTONS,
    height: height - from - top - LEGEND - MARGIN,
  };
}

/** Where the whole matrix lies, part of it perhaps outside of the frame. */
export function matrixBox({ queryWords, keyWords }: Picture, zoom: Zoom, frame: Box): Box {
  const [rows, columns] = [queryWords.length, keyWords.length];
  const side = Math.min(LARGEST_CELL, frame.width / columns, frame.height / rows);
  return placed(zoom, { width: side * columns, height: side * rows }, frame);
}

/** The colours of a matrix that stays as it is while it is moved and zoomed. */
const known = new WeakMap<object, { key: string; colors: CellsMark['colors'] }>();

function wholeColors({ trace, untouched, palette, moment, selection }: Picture, look: MatrixLook): CellsMark['colors'] {
  const { stage, time } = moment;
  const key = [palette.surface, stage, time, time < 1 ? selection.row : '', untouched !== null].join();
  const last = known.get(trace);
  if (last?.key === key) return last.colors;
  const colors = colorsOf(look);
  known.set(trace, { key, colors });
  return colors;
}

/** The part of a matrix that lies in a frame, whole cells of it. */
function cropped({ rows, columns, look, ...style }: MatrixLook, colors: CellsMark['colors'], box: Box, frame: Box) {
  const along = (from: number, length: number, count: number, start: number, room: number) => {
    const size = length / count;
    const first = Math.max(0, Math.floor((start - from) / size));
    return { first, count: Math.min(count, Math.ceil((start + room - from) / size)) - first, size };
  };
  const x = along(box.x, box.width, columns, frame.x, frame.width);
  const y = along(box.y, box.height, rows, frame.y, frame.height);
  const part = new Uint8ClampedArray(x.count * y.count * 4);
  for (let row = 0; row < y.count; row++) {
    const from = ((row + y.first) * columns + x.first) * 4;
    part.set(colors.subarray(from, from + x.count * 4), row * x.count * 4);
  }
  return {
    look: {
      ...style,
      rows: y.count,
      columns: x.count,
      look: (row: number, column: number) => look(row + y.first, column + x.first),
    },
    colors: part,
    box: {
      x: box.x + x.first * x.size,
      y: box.y + y.first * y.size,
      width: x.count * x.size,
      height: y.count * y.size,
    },
  };
}

/** The words at the left edge, each to be pointed at, as far as they are seen. */
function wordRegions(rows: number, box: Box, seen: Box): WordRegion[] {
  const height = box.height / rows;
  return Array.from({ length: rows }, (_, word) => ({
    word,
    x: 0,
    y: box.y + word * height,
    width: seen.x,
    height,
  })).filter(({ y }) => y + height > seen.y && y < seen.y + seen.height);
}

/** A line around a row, a column and the cell where they meet. */
function highlights(picture: Picture, box: Box): Mark[] {
  const { palette, queryWords, keyWords, selection } = picture;
  const cursor = cursorOf(picture);
  const [width, height] = [box.width / keyWords.length, box.height / queryWords.length];
  const row = { ...box, y: box.y + selection.row * height, height };
  const frame = (part: Box, stroke: string, lineWidth: number): Mark => ({
    kind: 'rect',
    ...part,
    stroke,
    lineWidth,
    radius: 2,
  });
  if (cursor?.matrix !== 'attention') return [frame(row, palette.query, 1.5)];
  const column = { ...box, x: box.x + cursor.column * width, width };
  return [
    frame(row, palette.query, 1.5),
    frame(column, palette.key, 1.5),
    frame({ ...row, x: column.x, width }, palette.text, 2.5),
  ];
}

/** All of the matrix, small, and a frame around what is seen of it. */
function overview(
  { palette, width, height }: Picture,
  { rows, columns }: MatrixLook,
  colors: CellsMark['colors'],
  box: Box,
  frame: Box,
): Mark[] {
  const scale = OVERVIEW / Math.max(box.width, box.height);
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

/** @param from how far down the canvas it begins */
export function drawMatrixView(picture: Picture, zoom: Zoom, from = 0): Scene {
  const { width, height, palette, queryWords, selection } = picture;
  const frame = matrixFrame(picture, from);
  const box = matrixBox(picture, zoom, frame);
  const now = shownStage(picture);
  const whole = { x: 0, y: 0, width, height };
  const scene: Scene = { width, height, layers: [], regions: [], words: [], panels: [] };
  if (Math.min(frame.width, frame.height) < LEAST) return scene;
  if (!now) return { ...scene, layers: [{ clip: whole, marks: [drawPlaceholder(box, palette.line, 0.7)] }] };

  const look = attentionLook(picture);
  const seen = zoom.factor > 1 ? frame : box;
  const colors = wholeColors(picture, look);
  const part = cropped(look, colors, box, seen);
  const edges = [
    ...rowWords(picture, queryWords, selection.row, box, frame.x - MARGIN - 9, 1, seen),
    ...columnWords(picture, box, frame.y - from - MARGIN - 8, 1, seen),
  ];
  const legendBox = { x: frame.x + frame.width * 0.3, y: height - LEGEND, width: frame.width * 0.4, height: 8 };
  const legend = drawLegend(scaleOf(picture, now.stage), legendBox, palette.muted, 1);
  const matrix = [...drawMatrix(part.look, part.box, 1, part.colors), ...highlights(picture, box)];
  const small = zoom.factor > 1 ? overview(picture, look, colors, box, frame) : [];
  return {
    ...scene,
    layers: [
      { clip: { x: seen.x - 2, y: seen.y - 2, width: seen.width + 4, height: seen.height + 4 }, marks: matrix },
      { clip: whole, marks: [...edges, ...legend, ...small] },
    ],
    regions: [{ matrix: 'attention', ...box, rows: look.rows, columns: look.columns, seen }],
    words: wordRegions(queryWords.length, box, seen),
  };
}
