// The input of every view: a scene is a function of its view model.
import type { Cell, CellColors, MatrixName, Scene } from './scene.js';
import type { HeadRef, HeadTrace } from '../engine/transformer/run.js';
import type { Moment, StageName } from './stages.js';
import type { Palette } from './marks/palette.js';
import type { Scaling } from './scaling.js';
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
  /** How often it does that, where that was measured. */
  share: string;
  /** [queries, keys]; null: not computed yet. */
  weights: Tensor | null;
  /** The same without the interventions, to compare with; null: no comparison. */
  baseline: Tensor | null;
  color: string;
  /** The head that a click selects; null for a mean or a rollout. */
  head: HeadRef | null;
  /** Whether it is the head that the other views show. */
  selected: boolean;
}

/** A panel whose weights are there. */
export type ComputedPanel = Panel & { weights: Tensor };

/** Two heads side by side, or one with and without the interventions. */
export interface Comparison {
  panels: readonly [ComputedPanel, ComputedPanel];
  /** What they are called; their difference is the second minus the first. */
  names: readonly [string, string];
}

export interface HeadGrid {
  panels: readonly Panel[];
  /** The number of panels of each layer, or of columns where there is room. */
  across: number;
  /** Whether each layer begins a row of its own. */
  byLayer: boolean;
  /** Shown above the grid; null: none. */
  comparison: Comparison | null;
  /** Whether the next frame will have more of it. */
  isPartial: boolean;
}

/** The projections of a layer's attention. */
export type ProjectionName = 'query' | 'key' | 'value' | 'output';

/** y = x·Wᵀ + b */
export interface Linear {
  /** W, [out, in] */
  weight: Tensor;
  /** b, [out]; null: none. */
  bias: Tensor | null;
}

/** What the output of a head is the weighted sum of. */
export type HeadValues = Pick<HeadTrace, 'weights' | 'value' | 'output'>;

/** What one number of a vector that enters an attention is computed from. */
export interface VectorOrigin {
  /**
   * What the terms are: an embedding and its position; rows of an embedding table and the position; a row of the table
   * alone; the outputs of the sublayers of the last block; those of the decoder's self-attention.
   */
  source: 'embedding' | 'table' | 'tokenTable' | 'residual' | 'crossResidual';
  /** The number before the normalization is the sum of these products and numbers. */
  terms: readonly { left: number; right?: number }[];
  /**
   * The normalization: of the token, mean and standard deviation; of the dimension, weight and bias. RMSNorm has no mean and
   * no bias, and the root of the mean square for the deviation. Null: none.
   */
  norm: { mean: number | null; deviation: number; weight: number; bias: number | null } | null;
}

/** How a rotary position turns one number of a query or a key: a · cos + b · sin, with b the number in another dimension. */
export interface Rotation {
  /** The dimension of b. */
  partner: number;
  cos: number;
  /** With its sign. */
  sin: number;
}

/** Norm of one number of a head's queries or keys: x / divisor · weight. */
export interface HeadNorm {
  divisor: number;
  weight: number;
}

/** Steps that few attentions have, and queries and keys as they are projected. */
export type FurtherStep = 'query' | 'key' | 'capped' | 'biased';

/** Every step of the selected head, and what it is computed from. */
export interface HeadSteps {
  /** The stages that this attention has, in the order of computation. */
  stages: readonly StageName[];
  trace: HeadTrace;
  /** A step that the trace does not have, [tokens, headDim] or [queries, keys]; of the stages that the attention has. */
  step: (name: FurtherStep) => Tensor;
  /** X, from which Q is projected, [queries, embedDim]. */
  queryInput: Tensor;
  /** In cross-attention the encoder output, from which K and V are projected, [keys, embedDim]; otherwise null. */
  keyInput: Tensor | null;
  /** Concatenated outputs of all heads, [queries, embedDim]. */
  concat: Tensor;
  /** After the output projection, [queries, embedDim]. */
  output: Tensor;
  head: number;
  numHeads: number;
  /** The head of the keys and values, which several heads of queries may share. */
  keyValueHead: number;
  /** Whether Q and K are normalized after their projection, head by head. */
  hasQueryKeyNorm: boolean;
  /** Whether they are then turned by the position of the token. */
  isRotary: boolean;
  scaling: Scaling;
  /** c of the cap c · tanh(x / c) of the scores; 0: there is none. */
  cap: number;
  /** Whether the mask forbids any query a key. */
  isMasked: boolean;
  /** Whether the head is switched off: its weights and its output are set to 0. */
  isAblated: boolean;
  /** Of any head of the layer. */
  headValues: (head: number) => HeadValues;
  /** A projection of the layer, of all its heads. */
  linear: (name: ProjectionName) => Linear;
}

/** Where the numbers of the vectors come from, which only their arithmetic asks. */
export interface Origins {
  /** How Q and K are turned after their projection; null where they are not. */
  rotationOf: (token: number, dimension: number) => Rotation | null;
  /** Norm of Q and K before that; null where there is none. */
  headNormOf: (name: 'query' | 'key', token: number, dimension: number) => HeadNorm | null;
  /** Null where it is not known. */
  originOf: (name: 'embedding' | 'encoderOutput', token: number, dimension: number) => VectorOrigin | null;
}

export type TracedSteps = HeadSteps & Origins;

/** The moment of a transition from the weights that were shown before to those of the view model. */
export interface Transition {
  /** 0 … 1 */
  share: number;
  /** The weights of the query token that were shown before, one for each key; null: there were none. */
  from: ArrayLike<number> | null;
}

/** How the tokens are drawn where they are the parts of an image, in place of a sentence. */
export interface Picture {
  draw: (viewModel: ViewModel) => Scene;
  /** Of the canvas, in pixels. */
  requiredHeight: (viewModel: ViewModel) => number;
}

/** A view model without the size of the canvas. */
export interface ViewModelData {
  /** The rows of the attention matrix. */
  queryTokens: readonly string[];
  /** The columns of the attention matrix; the same as queryTokens except in cross-attention. */
  keyTokens: readonly string[];
  /** Whether the keys are another sequence than the queries. */
  isCross: boolean;
  /** The tokens as they stand in a running text, each with the white space before it; null: they are shown one by one. */
  prose: readonly string[] | null;
  /** Where the tokens are parts of an image. */
  picture?: Picture | undefined;
  /** The attention weights of the selected head, [queries, keys]. */
  weights: Tensor;
  /** What else is known of the head; null for external attention, of which only the weights are known. */
  steps: HeadSteps | null;
  /** The weights of the same head without the interventions, to compare with; null: no comparison. */
  baseline: Tensor | null;
  /** Every step of the same head without the interventions; null: there are none, or the tokens are others. */
  baselineSteps: HeadSteps | null;
  moment: Moment;
  /** Index of the token that the decoder is generating at this moment; null when all tokens are there. */
  generatingRow: number | null;
  selection: Selection;
  zoom: Zoom;
  /** The panels of all heads; computed on the first call. */
  headGrid: () => HeadGrid;
  palette: Palette;
  /** Null: there is none, or it is over. */
  transition: Transition | null;
  /** The weights of a row, or parts of another whole, as percentages that add up. */
  percentsOf: (weights: ArrayLike<number>) => readonly string[];
  /** The name of a matrix in the user's language. */
  nameOf: (matrix: MatrixName) => string;
}

/** What a view needs to know of the canvas. */
export interface Surface {
  width: number;
  height: number;
  /** The font families of texts. */
  fonts: string;
  /** The width of a text at a font size, in pixels. */
  measure: (text: string, size: number) => number;
  /** Returns the colors computed last for the same tensors and key; otherwise computes them. */
  cachedColors: (owner: object, key: string, compute: () => CellColors) => CellColors;
}

export interface ViewModel extends ViewModelData, Surface {}

/** A view model of which every step is known. */
export type StepsViewModel = ViewModel & { steps: HeadSteps };

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
