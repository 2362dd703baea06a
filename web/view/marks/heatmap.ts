// A heat map: the cells of a matrix, with numbers in them if there is room.
import { contrastingText, type ColorScale, type Rgb } from './palette.js';
import { formatNumber } from '../view-model.js';
import type { Box, CellColors, Mark } from '../scene.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { ViewModel } from '../view-model.js';

export interface CellStyle {
  color: Rgb;
  /** Opacity of the cell's color, from 0 to 1. */
  alpha: number;
  value: number;
  /** Number of the same cell in the baseline, the run without interventions, which is written above `value`. */
  baseline?: number | undefined;
}

export interface Heatmap {
  rows: number;
  columns: number;
  cellStyle: (row: number, column: number) => CellStyle;
  /**
   * Minimum number of decimals of the numbers in the cells. If numbers with so many decimals do not fit, the cells have
   * none. Default 1.
   */
  minDigits?: number;
}

/** A heat map of a tensor, whose cell colors are cached. */
export interface CachedHeatmap extends Heatmap {
  tensor: Tensor;
  /** Key of the cached colors: everything that they depend on, in addition to the tensor and the palette. */
  key: string;
}

const LEGEND_STEP = 3; // width of a step of the legend in pixels; small enough to look continuous
const DIGIT_WIDTH = 0.62; // width of a digit in font sizes
const NUMBER_SHARE = 0.86; // share of a cell's width that a number may take; the rest separates the numbers of a row
const MIN_NUMBER_SIZE = 9;
const MAX_NUMBER_SIZE = 15;
/**
 * Layout of a cell with two numbers, the baseline's above its own: font size of the baseline's number relative to the
 * other, and offsets of both from the cell's middle, in font sizes.
 */
const ABOVE = { size: 0.85, number: 0.52, baseline: -0.68 };
const MIN_HEIGHT_OF_TWO = 2.7; // minimum height of a cell with two numbers, in font sizes

/**
 * Number of decimals and font size with which the longest number fits into a cell; null if the cells are too small for
 * numbers.
 */
function numberStyle({ rows, columns, cellStyle, minDigits = 1 }: Heatmap, width: number, height: number) {
  if (width < MIN_NUMBER_SIZE * DIGIT_WIDTH * 3 || height < MIN_NUMBER_SIZE * 1.6) return null;
  let longest = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { value } = cellStyle(row, column);
      if (Number.isFinite(value)) longest = Math.max(longest, formatNumber(value, 2).length);
    }
  }
  for (const digits of [2, 1]) {
    const size = (width * NUMBER_SHARE) / ((longest - 2 + digits) * DIGIT_WIDTH);
    if (digits >= minDigits && size >= MIN_NUMBER_SIZE) return { digits, size: Math.min(MAX_NUMBER_SIZE, size) };
  }
  return null;
}

export function colorsOf({ rows, columns, cellStyle }: Heatmap): CellColors {
  const colors = new Uint8ClampedArray(rows * columns * 4);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 4) {
      const { color, alpha } = cellStyle(row, column);
      colors[at] = color[0];
      colors[at + 1] = color[1];
      colors[at + 2] = color[2];
      colors[at + 3] = alpha * 255;
    }
  }
  return colors;
}

/**
 * Cached colors of all cells of a heat map. Computing them for 512 × 512 cells takes tens of milliseconds, and most
 * frames change none of them.
 */
export function cachedColorsOf({ palette, cachedColors }: ViewModel, heatmap: CachedHeatmap): CellColors {
  return cachedColors(heatmap.tensor, JSON.stringify([heatmap.key, palette]), () => colorsOf(heatmap));
}

export function drawHeatmap(viewModel: ViewModel, heatmap: CachedHeatmap, box: Box, opacity: number): Mark[] {
  const { rows, columns } = heatmap;
  const colors = cachedColorsOf(viewModel, heatmap);
  return [{ kind: 'cells', ...box, rows, columns, colors, opacity }, ...numbersIn(heatmap, box, opacity)];
}

/** The numbers in a heat map's cells; empty if there is no room for them. */
export function numbersIn(heatmap: Heatmap, box: Box, opacity: number): Mark[] {
  const { rows, columns, cellStyle } = heatmap;
  const numbers: Mark[] = [];
  const width = box.width / columns;
  const height = box.height / rows;
  const style = numberStyle(heatmap, width, height);
  if (!style) return numbers;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { color, alpha, value, baseline = value } = cellStyle(row, column);
      if (alpha < 0.6) continue;
      const { size, digits } = style;
      const [text, above] = [value, baseline].map((each) => formatNumber(each, digits)) as [string, string];
      const x = box.x + (column + 0.5) * width;
      const y = box.y + (row + 0.5) * height;
      const number = { kind: 'text', x, fill: contrastingText(color), align: 'center', mono: true, opacity } as const;
      if (text === above || height < MIN_HEIGHT_OF_TWO * size)
        numbers.push({ ...number, role: 'number', text, y, size });
      else {
        numbers.push(
          { ...number, role: 'baseline', text: `${above}→`, y: y + ABOVE.baseline * size, size: size * ABOVE.size },
          { ...number, role: 'number', text, y: y + ABOVE.number * size, size },
        );
      }
    }
  }
  return numbers;
}

/** Dashed outline around the place of a matrix that has not been computed yet. */
export function drawPlaceholder(box: Box, stroke: string, opacity: number): Mark {
  return { kind: 'rect', role: 'placeholder', ...box, stroke, lineWidth: 1, radius: 3, dash: [3, 4], opacity };
}

/** Legend of a color scale: a strip with numbers at its ends; nothing if all values are 0. */
export function drawLegend(scale: ColorScale, box: Box, color: string, opacity: number): Mark[] {
  if (scale.isAllZero) return [];
  const steps = Math.ceil(box.width / LEGEND_STEP);
  const colors = new Uint8ClampedArray(steps * 4);
  for (let step = 0; step < steps; step++) {
    colors.set([...scale.color(scale.low + ((scale.high - scale.low) * step) / (steps - 1)), 255], step * 4);
  }
  const y = box.y + box.height / 2;
  const digits = [1, 2, 3].find((each) => Number(scale.high.toFixed(each)) > 0) ?? 4;
  const write = (value: number) => {
    const sign = scale.isDifference && value > 0 ? '+' : '';
    return value === 0 ? '0' : sign + formatNumber(value, Math.max(digits, scale.high < 0.1 ? 2 : 1));
  };
  const text = { kind: 'text', role: 'legend-end', y, size: 13, fill: color, mono: true, opacity } as const;
  return [
    { kind: 'cells', role: 'legend', ...box, rows: 1, columns: steps, colors, opacity },
    { ...text, x: box.x - 6, align: 'right', text: write(scale.low) },
    { ...text, x: box.x + box.width + 6, align: 'left', text: write(scale.high) },
  ];
}
