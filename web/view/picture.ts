// What every picture is a function of.
import type { Cell, MatrixName } from './scene.js';
import type { HeadTrace } from '../engine/run.js';
import type { Moment } from './stages.js';
import type { Palette } from './palette.js';
import type { Tensor } from '../engine/tensor.js';

/** What the reader looks at. */
export interface Selection {
  /** The word that asks. */
  row: number;
  /** The cell under the pointer or frozen, or null. */
  cell: Cell | null;
}

/** A picture before it is known how large it will be. */
export interface PictureContent {
  /** The words that ask, one per row. */
  queryWords: readonly string[];
  /** The words that answer, one per column; the same but for cross attention. */
  keyWords: readonly string[];
  /** What Q is made of, X: [queries, embedDim] */
  queryInput: Tensor;
  /** What K and V are made of, where that is another text: [keys, embedDim]; null: X as well */
  keyInput: Tensor | null;
  /** Every step of the head that is shown; where they are not known, its weights alone. */
  trace: HeadTrace;
  stepsKnown: boolean;
  /** The same head where nothing was changed, to be compared with; null: not compared. */
  untouched: HeadTrace | null;
  head: number;
  numHeads: number;
  /** What the scores are multiplied by. */
  scale: number;
  /** [queries, embedDim] */
  merged: Tensor;
  /** [queries, embedDim] */
  output: Tensor;
  moment: Moment;
  /** The row of the piece that is being written at this moment, which asks; null where all words are there. */
  writing: number | null;
  selection: Selection;
  palette: Palette;
  /** The names of the matrices in the reader's language. */
  nameOf: (matrix: MatrixName) => string;
}

export interface Picture extends PictureContent {
  width: number;
  height: number;
  /** The width of a text in pixels. */
  measure: (text: string, size: number) => number;
}

/** The column of a row's largest number. */
export function largestColumn({ data, shape }: Tensor, row: number): number {
  const columns = shape[1]!;
  let best = 0;
  for (let column = 1; column < columns; column++) {
    if (data[row * columns + column]! > data[row * columns + best]!) best = column;
  }
  return best;
}

/** A number as the pictures show it: a true minus sign, an infinity sign. */
export function show(value: number, digits = 2): string {
  if (value === -Infinity) return '−∞';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}
