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
  /** The pinned cell, or else the cell under the pointer; null if there is neither. */
  cell: Cell | null;
}

/** A panel of the grid: the attention matrix of one head, or an aggregate of several heads. */
export interface Panel {
  title: string;
  /** Title that is used if there is no room for the whole one. */
  shortTitle: string;
  /** Role of the head; '' if it is unknown. */
  note: string;
  /** Share of cases in which the head follows this role; '' if it is unknown. */
  share: string;
  /** Attention weights, [queries, keys]; null until they are computed. */
  weights: Tensor | null;
  /** Weights without the interventions, for comparison; null if there is no comparison. */
  baseline: Tensor | null;
  color: string;
  /** The head that a click selects; null for a mean or a rollout. */
  head: HeadRef | null;
  /** True for the head that the other views show. */
  selected: boolean;
  /** True if the head is switched off: all its weights are 0. */
  isOff: boolean;
}

export type ComputedPanel = Panel & { weights: Tensor };

/** Two heads side by side, or one head with and without the interventions. */
export interface Comparison {
  panels: readonly [ComputedPanel, ComputedPanel];
  /** Names of both; the difference is the second one minus the first one. */
  names: readonly [string, string];
}

export interface HeadGrid {
  panels: readonly Panel[];
  /** Panels per layer, or number of columns if there is room. */
  across: number;
  /** True if each layer starts a new row. */
  byLayer: boolean;
  comparison: Comparison | null;
  /** True for thumbnails, which are small enough for all layers to be visible at once. */
  isSmall: boolean;
  /**
   * Continues the computation for a part of a frame. @returns true if a new grid would have more panels. Null if all of
   * them are computed.
   */
  hasMore: (() => boolean) | null;
}

export type ProjectionName = 'query' | 'key' | 'value' | 'output';

/** A linear layer y = x·Wᵀ + b. */
export interface Linear {
  /** W, [out, in] */
  weight: Tensor;
  /** b, [out]; null: no bias. */
  bias: Tensor | null;
}

/** The weights and values of a head, and its output, which is the weighted sum of the values. */
export type HeadValues = Pick<HeadTrace, 'weights' | 'value' | 'output'>;

/** Origin of one element of a vector that enters the attention. */
export interface VectorOrigin {
  /**
   * Kind of the terms. 'embedding': an embedding and its position; 'table': rows of an embedding table and the
   * position; 'tokenTable': a row of the table alone; 'residual': the outputs of the last block's sublayers;
   * 'crossResidual': the output of the decoder's self-attention.
   */
  source: 'embedding' | 'table' | 'tokenTable' | 'residual' | 'crossResidual';
  /** Summands of the element before normalization. */
  terms: readonly { left: number; right?: number }[];
  /**
   * Normalization: mean and standard deviation of the token, weight and bias of the dimension. RMSNorm has neither mean
   * nor bias, and its deviation is the root mean square. Null if there is none.
   */
  norm: { mean: number | null; deviation: number; weight: number; bias: number | null } | null;
}

/** Rotary embedding of one element of a query or key: a · cos + b · sin, where b is another element. */
export interface Rotation {
  /** Index of the dimension of b. */
  partner: number;
  cos: number;
  /** Sine, including its sign. */
  sin: number;
}

/** Normalization of one element of a head's query or key: x / divisor · weight. */
export interface HeadNorm {
  divisor: number;
  weight: number;
}

/** Steps that are not part of the trace: optional steps, and queries and keys before normalization and rotation. */
export type OptionalStep = 'query' | 'key' | 'capped' | 'biased';

/** All steps of the selected head, and their inputs. */
export interface HeadSteps {
  /** Stages of this attention, in the order of computation. */
  stages: readonly StageName[];
  trace: HeadTrace;
  /**
   * A step that is not part of the trace, [tokens, headDim] or [queries, keys]. Only for stages that the attention has.
   */
  step: (name: OptionalStep) => Tensor;
  /** X, the input of the query projection, [queries, embedDim]. */
  queryInput: Tensor;
  /** Encoder output, from which K and V of cross-attention are computed, [keys, embedDim]; otherwise null. */
  keyInput: Tensor | null;
  /** Concatenated outputs of all heads, [queries, embedDim]. */
  concat: Tensor;
  /** Output projection of the concatenation, [queries, embedDim]. */
  output: Tensor;
  head: number;
  numHeads: number;
  /** Index of the key/value head, which several query heads may share. */
  keyValueHead: number;
  /** True if Q and K are normalized per head after their projection. */
  hasQueryKeyNorm: boolean;
  /** True if Q and K are rotated by the token's position. */
  isRotary: boolean;
  scaling: Scaling;
  /** c of the softcap c · tanh(x / c); 0: no cap. */
  cap: number;
  /** True if the mask excludes at least one pair of query and key. */
  isMasked: boolean;
  /** True if the head is ablated: its weights and output are 0. */
  isAblated: boolean;
  /** Weights, values and output of any head of the layer. */
  headValues: (head: number) => HeadValues;
  /** A projection of the layer, for all heads. */
  linear: (name: ProjectionName) => Linear;
}

/** Origins of vector elements, computed only when the arithmetic needs one. */
export interface Origins {
  /** Rotation of Q and K after the projection; null if there is none. */
  rotationOf: (token: number, dimension: number) => Rotation | null;
  /** Normalization of Q and K before the rotation; null if there is none. */
  headNormOf: (name: 'query' | 'key', token: number, dimension: number) => HeadNorm | null;
  /** Origin of an element of X; null if it is unknown. */
  originOf: (name: 'embedding' | 'encoderOutput', token: number, dimension: number) => VectorOrigin | null;
}

export type TracedSteps = HeadSteps & Origins;

/** A transition from the weights that were shown before to those of the view model. */
export interface Transition {
  /** Progress, 0 … 1. */
  share: number;
  /** Previous weights of the query token, one per key; null if there are none. */
  from: ArrayLike<number> | null;
}

/** How the tokens are drawn as parts of an image instead of as a sentence. */
export interface Picture {
  draw: (viewModel: ViewModel) => Scene;
  /** Required height of the canvas, in pixels. */
  requiredHeight: (viewModel: ViewModel) => number;
}

/** A view model without the canvas. */
export interface ViewModelData {
  /** Query tokens, which are the rows of the attention matrix. */
  queryTokens: readonly string[];
  /** Key tokens, which are the columns of the attention matrix; same as queryTokens except in cross-attention. */
  keyTokens: readonly string[];
  /** True if queries and keys are different sequences. */
  isCross: boolean;
  /** Tokens of a running text with the whitespace before them; null if tokens are shown one by one. */
  prose: readonly string[] | null;
  /** Set if the tokens are parts of an image. */
  picture?: Picture | undefined;
  /** Attention weights of the selected head, [queries, keys]. */
  weights: Tensor;
  /** All steps of the head; null for external attention, whose steps are unknown. */
  steps: HeadSteps | null;
  /** Weights of the same head without the interventions; null if there is no comparison. */
  baseline: Tensor | null;
  /** Steps of the same head without the interventions; null if there are none, or if they have other tokens. */
  baselineSteps: HeadSteps | null;
  moment: Moment;
  /** Index of the token that the decoder is generating; null when all tokens are generated. */
  generatingRow: number | null;
  selection: Selection;
  zoom: Zoom;
  /** Panels of all heads, computed on the first call. */
  headGrid: () => HeadGrid;
  palette: Palette;
  transition: Transition | null;
  /** The weights of a row, or parts of another whole, as percentages that add up. */
  percentsOf: (weights: ArrayLike<number>) => readonly string[];
  /** Localized name of a matrix. */
  nameOf: (matrix: MatrixName) => string;
}

/** Properties of the canvas that a view depends on. */
export interface Surface {
  width: number;
  height: number;
  /** Font families of texts. */
  fonts: string;
  /**
   * Width of a text at a font size, in pixels. @param bold true for bold letters, in which a selected token is drawn
   */
  measure: (text: string, size: number, bold?: boolean) => number;
  /** Cached colors for a key and the tensors (`owner`) that they belong to; computed if they are not cached. */
  cachedColors: (owner: object, key: string, compute: () => CellColors) => CellColors;
}

export interface ViewModel extends ViewModelData, Surface {}

export type StepsViewModel = ViewModel & { steps: HeadSteps };

export function largestColumn({ data, shape }: Tensor, row: number): number {
  const columns = shape[1]!;
  let best = 0;
  for (let column = 1; column < columns; column++) {
    if (data[row * columns + column]! > data[row * columns + best]!) best = column;
  }
  return best;
}

/** Formats a number, with typographic minus and infinity signs. */
export function formatNumber(value: number, digits = 2): string {
  if (value === -Infinity) return '−∞';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}
