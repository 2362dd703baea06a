// The picture of one matrix: its cells, and the numbers in them where they fit.
import { inkOn, type ColorScale, type Rgb } from './palette.js';
import { show } from './picture.js';
import type { Box, CellsMark, Mark } from './scene.js';

/** A cell's colour, how much of it is there (0 … 1), and the number in it. */
export interface CellLook {
  color: Rgb;
  alpha: number;
  value: number;
}

export interface MatrixLook {
  rows: number;
  columns: number;
  look: (row: number, column: number) => CellLook;
  /** With how few decimals a number still says something. Default 1. */
  fewestDigits?: number;
}

const NARROW = 3; // pixels of a step of the legend: narrower than cells that are told apart
const DIGIT = 0.62; // width of a digit, of the size of the letters
const SMALLEST_NUMBER = 9;
const LARGEST_NUMBER = 15;

/** How numbers are written so that the longest of them fits into a cell, or null where none does. */
function numberStyle({ rows, columns, look, fewestDigits = 1 }: MatrixLook, width: number, height: number) {
  if (width < SMALLEST_NUMBER * DIGIT * 3 || height < SMALLEST_NUMBER * 1.6) return null;
  let longest = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { value } = look(row, column);
      if (Number.isFinite(value)) longest = Math.max(longest, show(value, 2).length);
    }
  }
  for (const digits of [2, 1]) {
    const size = (width - 4) / ((longest - 2 + digits) * DIGIT);
    if (digits >= fewestDigits && size >= SMALLEST_NUMBER) return { digits, size: Math.min(LARGEST_NUMBER, size) };
  }
  return null;
}

/** Red, green, blue and opacity of each cell, row by row. */
export function colorsOf({ rows, columns, look }: MatrixLook): CellsMark['colors'] {
  const colors = new Uint8ClampedArray(rows * columns * 4);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 4) {
      const { color, alpha } = look(row, column);
      colors[at] = color[0];
      colors[at + 1] = color[1];
      colors[at + 2] = color[2];
      colors[at + 3] = alpha * 255;
    }
  }
  return colors;
}

/** The cells of a matrix, in a box; their colours where they are known already. */
export function drawMatrix(matrix: MatrixLook, box: Box, opacity: number, colors = colorsOf(matrix)): Mark[] {
  const { rows, columns } = matrix;
  return [{ kind: 'cells', ...box, rows, columns, colors, opacity }, ...numbersIn(matrix, box, opacity)];
}

/** The numbers in the cells, where they fit. */
function numbersIn(matrix: MatrixLook, box: Box, opacity: number): Mark[] {
  const { rows, columns, look } = matrix;
  const numbers: Mark[] = [];
  const width = box.width / columns;
  const height = box.height / rows;
  const style = numberStyle(matrix, width, height);
  if (!style) return numbers;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { color, alpha, value } = look(row, column);
      if (alpha < 0.6) continue;
      numbers.push({
        kind: 'text',
        text: show(value, style.digits),
        x: box.x + (column + 0.5) * width,
        y: box.y + (row + 0.5) * height,
        size: style.size,
        fill: inkOn(color),
        align: 'center',
        mono: true,
        opacity,
      });
    }
  }
  return numbers;
}

/** The place of a matrix that is not there yet. */
export function drawPlaceholder(box: Box, stroke: string, opacity: number): Mark {
  return { kind: 'rect', ...box, stroke, lineWidth: 1, radius: 3, dash: [3, 4], opacity };
}

/** The scale of a matrix: a strip of its colours with the numbers at its ends. */
export function drawLegend(scale: ColorScale, box: Box, ink: string, opacity: number): Mark[] {
  const steps = Math.ceil(box.width / NARROW);
  const colors = new Uint8ClampedArray(steps * 4);
  for (let step = 0; step < steps; step++) {
    colors.set([...scale.color(scale.low + ((scale.high - scale.low) * step) / (steps - 1)), 255], step * 4);
  }
  const y = box.y + box.height / 2;
  const write = (value: number) => (value === 0 ? '0' : show(value, scale.high < 0.1 ? 2 : 1));
  const text = { kind: 'text', y, size: 11, fill: ink, mono: true, opacity } as const;
  return [
    { kind: 'cells', ...box, rows: 1, columns: steps, colors, opacity },
    { ...text, x: box.x - 6, align: 'right', text: write(scale.low) },
    { ...text, x: box.x + box.width + 6, align: 'left', text: write(scale.high) },
  ];
}
