// Where the matrices of a head lie. In a wide frame as the formulas read, from left to right; in a narrow one below each
// other, each learned matrix beside what it gives.
//
//      X  · W_Q = Q
//         · W_K = K   →   Q·Kᵀ/√d  →  A
//         · W_V = V   →   A·V      ·  W_O  =  Y
import type { Box, ParameterName } from '../../scene.js';
import type { VectorsName } from '../../marks/vectors.js';

/** Scores and weights both have the cells of the attention matrix. */
export type ShownMatrix = VectorsName | ParameterName | 'scores' | 'attention';

/** A matrix in columns and rows of the layout: where it begins, and how many rows it spans. */
interface Place {
  name: ShownMatrix;
  column: number;
  row: number;
  span: number;
  /** The operator between it and the matrix left of it. */
  operator: '' | '·' | '=' | '→' | '+ … ='; // Y is the sum over all heads
}

const WIDE = {
  /** Relative to each other: vectors of the model are longer than those of a head. */
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

const MIN_WIDE = 700; // pixels
const MARGIN = 14;
const GAP = 36; // between columns: room for the operator
const TITLE = 24;
const LEGEND = 24;
const NARROW_HEIGHT = 118; // of a matrix

/** The height that a narrow layout needs; null: that of the style sheet is enough. */
export const matricesHeight = (width: number): number | null =>
  width >= MIN_WIDE ? null : 2 * MARGIN + NARROW.rows * (TITLE + NARROW_HEIGHT + LEGEND);

export interface PlacedMatrix {
  name: ShownMatrix;
  /** Of its cells; its title stands above, its legend below. */
  box: Box;
  operator: Place['operator'];
}

/** @param labels the width of the tokens left of the first column */
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
