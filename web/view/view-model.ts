// The input of every view: a scene is a function of its view model.
import type { Cell, CellColors, MatrixName } from './scene.js';
import type { HeadRef, HeadTrace } from '../engine/model/run.js';
import type { Moment } from './stages.js';
import type { Palette } from './marks/palette.js';
import type { Tensor } from '../engine/core/tensor.js';
import type { Zoom } from './zoom.js';

export interface Selection {
  /** Index of the query token. */
  row: number;
  /** The pinned cell, or the one under the pointer; null: none. */
  cell: Cell | null;
}

/** The attention matrix of one head, or of several together, as a panel of a grid. */
export interface Panel {
  title: string;
  /** What the head does, where that is known. */
  note: string;
  /** How much of its weight is on that, where that was measured. */
  share: string;
  /** [queries, keys] */
  weights: Tensor;
  color: string;
  /** The head that a click selects; null for a mean or a rollout. */
  head: HeadRef | null;
  /** Whether it is the head that the other views show. */
  selected: boolean;
}

export interface HeadGrid {
  panels: readonly Panel[];
  /** The number of columns where there is room. */
  across: number;
}

/** A view model without the size of the canvas. */
export interface ViewModelData {
  /** The rows of the attention matrix. */
  queryTokens: readonly string[];
  /** The columns of the attention matrix; the same as queryTokens except in cross-attention. */
  keyTokens: readonly string[];
  /** X, from which Q is projected, [queries, embedDim]. */
  queryInput: Tensor;
  /** In cross-attention the encoder output, from which K and V are projected, [keys, embedDim]; otherwise null. */
  keyInput: Tensor | null;
  /** Every step of the selected head. */
  trace: HeadTrace;
  /** False for external attention, of which only the weights are known. */
  stepsKnown: boolean;
  /** The same head without the interventions, to compare with; null: no comparison. */
  baseline: HeadTrace | null;
  head: number;
  numHeads: number;
  /** The factor by which the scores are multiplied. */
  scale: number;
  /** Concatenated outputs of all heads, [queries, embedDim]. */
  concat: Tensor;
  /** After the output projection, [queries, embedDim]. */
  output: Tensor;
  moment: Moment;
  /** Index of the token that the decoder is generating at this moment; null when all tokens are there. */
  generatingRow: number | null;
  selection: Selection;
  zoom: Zoom;
  /** The panels of all heads; computed on the first call. */
  headGrid: () => HeadGrid;
  palette: Palette;
  /** The name of a matrix in the user's language. */
  nameOf: (matrix: MatrixName) => string;
}

/** What a view needs to know of the canvas. */
export interface Surface {
  width: number;
  height: number;
  /** The width of a text at a font size, in pixels. */
  measure: (text: string, size: number) => number;
  /** Returns the colors computed last for the same tensors and key; otherwise computes them. */
  cachedColors: (owner: object, key: string, compute: () => CellColors) => CellColors;
}

export interface ViewModel extends ViewModelData, Surface {}

/** The column of a row's largest element. */
export function largestColumn({ data, shape }: Tensor, row: number): number {
  const columns = shape[1]!;
  let best = 0;
  for (let column = 1; column < columns; column++) {
    if (data[row * columns + column]! > data[row * columns + best]!) best = column;
  }
  return best;
}

/** A number as the views show it, with typographic minus and infinity signs. */
export function formatNumber(value: number, digits = 2): string {
  if (value === -Infinity) return '−∞';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}
