// Layout of the matrices of a head. A wide frame reads like the formulas, from left to right; in a narrow one the rows are
// stacked, each learned matrix beside its product.
//
//      X  · W_Q = Q
//         · W_K = K   →   Q·Kᵀ/√d  →  A
//         · W_V = V   →   A·V      ·  W_O  =  Y
import type { Box, ParameterName } from '../../scene.js';
import type { VectorsName } from '../../marks/vectors.js';

/**
 * Name of a matrix in this view. Scores and weights are separate matrices here, while other views show both in the
 * cells of the attention matrix.
 */
export type ShownMatrix = VectorsName | ParameterName | 'scores' | 'attention';

/** Place of a matrix in the layout's grid: its column, its first row, and the number of rows that it spans. */
interface Place {
  name: ShownMatrix;
  column: number;
  row: number;
  span: number;
  /** Operator of the formula, drawn between the matrix and the one to its left. */
  operator: '' | '·' | '=' | '→' | '+ … ='; // Y is the sum over all heads
}

const WIDE = {
  /**
   * Widths of the grid's columns relative to each other. Matrices with embedDim columns get more width than those with
   * headDim columns.
   */
  columns: [1.6, 1, 1, 1, 1.6, 1.6],
  rows: 3,
  places: (isCross: boolean): readonly Place[] => [
    { name: 'embedding', column: 0, row: 0, span: isCross ? 1 : 3, operator: '' },
    ...(isCross ? [{ name: 'encoderOutput', column: 0, row: 1, span: 2, operator: '' } as const] : []),
    { name: 'queryWeight', column: 1, row: 0, span: 1, operator: '·' },
    { name: 'keyWeight', column: 1, row: 1, span: 1, operator: '·' },
    { name: 'valueWeight', column: 1, row: 2, span: 1, operator: '·' },
    { name: 'query', column: 2, row: 0, span: 1, operator: '=' },
    { name: 'key', column: 2, row: 1, span: 1, operator: '=' },
    { name: 'value', column: 2, row: 2, span: 1, operator: '=' },
    { name: 'scores', column: 3, row: 0, span: 2, operator: '→' },
    { name: 'attention', column: 4, row: 0, span: 2, operator: '→' },
    { name: 'output', column: 3, row: 2, span: 1, operator: '→' },
    { name: 'outputWeight', column: 4, row: 2, span: 1, operator: '·' },
    { name: 'projected', column: 5, row: 2, span: 1, operator: '+ … =' },
  ],
} as const;

const NARROW = {
  columns: [1, 1],
  rows: 7,
  places: (isCross: boolean): readonly Place[] => [
    { name: 'embedding', column: 0, row: 0, span: 1, operator: '' },
    ...(isCross ? [{ name: 'encoderOutput', column: 1, row: 0, span: 1, operator: '' } as const] : []),
    { name: 'queryWeight', column: 0, row: 1, span: 1, operator: '' },
    { name: 'query', column: 1, row: 1, span: 1, operator: '' },
    { name: 'keyWeight', column: 0, row: 2, span: 1, operator: '' },
    { name: 'key', column: 1, row: 2, span: 1, operator: '' },
    { name: 'valueWeight', column: 0, row: 3, span: 1, operator: '' },
    { name: 'value', column: 1, row: 3, span: 1, operator: '' },
    { name: 'scores', column: 0, row: 4, span: 1, operator: '' },
    { name: 'attention', column: 1, row: 4, span: 1, operator: '' },
    { name: 'output', column: 0, row: 5, span: 1, operator: '' },
    { name: 'outputWeight', column: 1, row: 5, span: 1, operator: '' },
    { name: 'projected', column: 0, row: 6, span: 1, operator: '' },
  ],
} as const;

const MIN_WIDE = 700; // minimum width of a wide layout, in pixels
const MARGIN = 14;
const GAP = 36; // space between columns for the operator, in pixels
const TITLE = 24;
const LEGEND = 24;
const NARROW_HEIGHT = 118; // height of a matrix in a narrow layout, in pixels

/**
 * Canvas height in pixels that the narrow layout needs; null for the wide layout, for which the height in the style
 * sheet suffices.
 */
export const matricesHeight = (width: number): number | null =>
  width >= MIN_WIDE ? null : 2 * MARGIN + NARROW.rows * (TITLE + NARROW_HEIGHT + LEGEND);

export interface PlacedMatrix {
  name: ShownMatrix;
  /** Box of the matrix's cells, between its title above and its legend below. */
  box: Box;
  operator: Place['operator'];
}

/**
 * Lays out the matrices of a head on the canvas.
 * @param labels width of the token labels left of the first column, in pixels
 */
export function matricesLayout(width: number, height: number, labels: number, isCross: boolean): PlacedMatrix[] {
  const { columns, rows, places } = width >= MIN_WIDE ? WIDE : NARROW;
  const total = columns.reduce<number>((sum, each) => sum + each, 0);
  const room = width - 2 * MARGIN - labels - GAP * (columns.length - 1);
  const widths = columns.map((each) => (each / total) * room);
  const left = (column: number) => MARGIN + labels + widths.slice(0, column).reduce((sum, each) => sum + each + GAP, 0);
  const rowHeight = (height - 2 * MARGIN) / rows;
  return places(isCross).map(({ name, column, row, span, operator }) => ({
    name,
    operator,
    box: {
      x: left(column),
      y: MARGIN + row * rowHeight + TITLE,
      width: widths[column]!,
      height: span * rowHeight - TITLE - LEGEND,
    },
  }));
}
