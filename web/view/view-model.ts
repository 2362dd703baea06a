// View models: the data from which views draw. A scene is a function of its view model alone.
import type { Cell, CellColors, MatrixName, Scene } from './scene.js';
import type { HeadRef, HeadTrace } from '../engine/transformer/run.js';
import type { Moment, StageName } from './stages.js';
import type { NormKind } from '../engine/transformer/description.js';
import type { Palette } from './marks/palette.js';
import type { Scaling } from './scaling.js';
import type { Tensor } from '../engine/core/tensor.js';
import type { Zoom } from './zoom.js';

export interface Selection {
  /** Index of the selected query token. */
  row: number;
  /** The pinned matrix cell, or else the cell under the pointer; null if there is neither. */
  cell: Cell | null;
}

/** A panel in the view 'heads': the attention matrix of one head, the mean of a layer's heads, or the rollout. */
export interface Panel {
  title: string;
  /** Title of the panel if there is no room for the whole title. */
  shortTitle: string;
  /** Note below the title: the head's role, or that the head is switched off; '' if the role is unknown. */
  note: string;
  /** Share of the measured cases in which the head acts according to its role, as text; '' if unknown. */
  share: string;
  /** Attention weights that the panel shows, [queries, keys]; null until they are computed. */
  weights: Tensor | null;
  /** Weights of the baseline, a run without the interventions, for comparison; null if there is no comparison. */
  baseline: Tensor | null;
  color: string;
  /** The head that a click on the panel selects; null for a mean or the rollout. */
  head: HeadRef | null;
  /** True for the panel of the selected head, which the other views show. */
  selected: boolean;
  /** True if the head is switched off, so that all its weights are 0. */
  isOff: boolean;
}

export type ComputedPanel = Panel & { weights: Tensor };

/** Two heads side by side, or one head with and without the user's interventions. */
export interface Comparison {
  panels: readonly [ComputedPanel, ComputedPanel];
  /** Names of the two panels, whose difference is the second minus the first. */
  names: readonly [string, string];
}

export interface HeadGrid {
  panels: readonly Panel[];
  /** Number of panels in each layer, or in a row if `byLayer` is false and there is room. */
  across: number;
  /** True if each layer starts a new row of the grid. */
  byLayer: boolean;
  comparison: Comparison | null;
  /** True if the panels are thumbnails, small enough for all layers to be visible at once. */
  isSmall: boolean;
  /**
   * Continues the computation of the missing panels for a part of a frame, and returns true if a new grid would have
   * more panels; null if all panels are computed.
   */
  hasMore: (() => boolean) | null;
}

export type ProjectionName = 'query' | 'key' | 'value' | 'output';

/** A linear layer y = x·Wᵀ + b. */
export interface Linear {
  /** Weight matrix W, [out, in]. */
  weight: Tensor;
  /** Bias b, [out]; null if there is none. */
  bias: Tensor | null;
}

/** A head's attention weights, its value vectors, and its output, which is their weighted sum. */
export type HeadValues = Pick<HeadTrace, 'weights' | 'value' | 'output'>;

/** Origin of one element of an attention layer's input vector: a sum, and the normalization of the sum. */
export interface VectorOrigin {
  /**
   * Kind of the sum's terms. 'embedding': an embedding and its position; 'table': rows of an embedding table and the
   * position; 'tokenTable': a row of the table alone; 'residual': the outputs of the last block's sublayers;
   * 'crossResidual': the output of the decoder's self-attention.
   */
  source: 'embedding' | 'table' | 'tokenTable' | 'residual' | 'crossResidual';
  /** Terms (left, or left × right) that add up to the element before its normalization. */
  terms: readonly { left: number; right?: number }[];
  /**
   * Normalization of the sum: mean and standard deviation over the token's vector, weight and bias of the dimension;
   * null if the model does not normalize here. RMSNorm has neither mean nor bias, and its deviation is the root mean
   * square.
   */
  norm: { kind: NormKind; mean: number | null; deviation: number; weight: number; bias: number | null } | null;
}

/** Rotary position embedding of one element a of a query or key: a · cos + b · sin, where b is another element. */
export interface Rotation {
  /** Dimension of the element b in the vector. */
  partner: number;
  cos: number;
  /** Sine of the rotation angle, including the sign with which it appears in the sum. */
  sin: number;
}

/** Normalization of one element x of a head's query or key: x / divisor · weight. */
export interface HeadNorm {
  divisor: number;
  weight: number;
}

/**
 * Names of the steps of a head that its trace does not contain: those that only some models have, and queries and keys
 * before their normalization and rotation.
 */
export type OptionalStep = 'query' | 'key' | 'capped' | 'biased';

/** Results of all steps of the selected head, and the inputs of its layer. */
export interface HeadSteps {
  /** Stages of the model's attention, in the order of computation. */
  stages: readonly StageName[];
  trace: HeadTrace;
  /**
   * Returns the result of a step that the head's trace does not contain, [tokens, headDim] or [queries, keys]. Only
   * steps of stages that the attention has are available.
   */
  step: (name: OptionalStep) => Tensor;
  /** Input X of the layer's query projection, [queries, embedDim]. */
  queryInput: Tensor;
  /** Encoder output from which cross-attention computes K and V, [keys, embedDim]; null for self-attention. */
  keyInput: Tensor | null;
  /** Concatenated outputs of all heads, [queries, embedDim]. */
  concat: Tensor;
  /** Output of the attention layer, concat·W_O, [queries, embedDim]. */
  output: Tensor;
  head: number;
  numHeads: number;
  /** Index of the key/value head that the selected head uses. Several query heads may share one. */
  keyValueHead: number;
  /** True if the head's queries and keys are normalized after their projection. */
  hasQueryKeyNorm: boolean;
  /** True if the head's queries and keys are rotated by their tokens' positions (RoPE). */
  isRotary: boolean;
  scaling: Scaling;
  /** Limit c of the softcap c · tanh(x / c); 0 if there is no cap. */
  cap: number;
  /** True if the mask excludes at least one pair of query and key. */
  isMasked: boolean;
  /** True if the head is ablated, so that its weights and its output are 0. */
  isAblated: boolean;
  /**
   * Returns the weights, values and output of any head in the layer.
   * @param head index of the head
   */
  headValues: (head: number) => HeadValues;
  linear: (name: ProjectionName) => Linear;
}

/**
 * Functions that trace the elements of a head's vectors to their origins. They are called only when the arithmetic
 * needs an origin.
 */
export interface Origins {
  /** Rotation of an element of a query or key after its projection; null if the element is not rotated. */
  rotationOf: (token: number, dimension: number) => Rotation | null;
  /** Normalization of an element of a query or key before its rotation; null if the element is not normalized. */
  headNormOf: (name: 'query' | 'key', token: number, dimension: number) => HeadNorm | null;
  /** Origin of an element of the layer's input X or of the encoder output; null if unknown. */
  originOf: (name: 'embedding' | 'encoderOutput', token: number, dimension: number) => VectorOrigin | null;
}

export type TracedSteps = HeadSteps & Origins;

/** An animated transition from the previously shown attention weights to those of the view model. */
export interface Transition {
  /** Progress of the transition, from 0 to 1. */
  share: number;
  /** Previous weights of the query token, one per key; null if the transition has no previous weights. */
  from: ArrayLike<number> | null;
}

/** Functions that draw the tokens as patches of an image instead of as a sentence. */
export interface Picture {
  draw: (viewModel: ViewModel) => Scene;
  /** Returns the canvas height in pixels that the image needs. */
  requiredHeight: (viewModel: ViewModel) => number;
}

/** The data of a view model, independent of the canvas. */
export interface ViewModelData {
  /** Query tokens, which are the rows of the attention matrix. */
  queryTokens: readonly string[];
  /** Key tokens, which are the columns of the attention matrix; same as queryTokens except in cross-attention. */
  keyTokens: readonly string[];
  /** True for cross-attention, whose queries and keys are tokens of different sequences. */
  isCross: boolean;
  /** Tokens of a running text with the whitespace before them; null if the view shows tokens as separate boxes. */
  prose: readonly string[] | null;
  /** Functions that draw the tokens as patches of an image; undefined for tokens of a text. */
  picture?: Picture | undefined;
  /** Attention weights of the selected head, [queries, keys]. */
  weights: Tensor;
  /** Results of all steps of the selected head; null for external attention, whose steps are unknown. */
  steps: HeadSteps | null;
  /** Weights of the selected head without the interventions; null if the weights are not compared with them. */
  baseline: Tensor | null;
  /**
   * Results of the selected head's steps without the interventions; null if there are no interventions, or if the runs
   * with and without them have different tokens.
   */
  baselineSteps: HeadSteps | null;
  moment: Moment;
  /**
   * Index of the token that the decoder is generating at this moment of the animation; null if it is generating none.
   */
  generatingRow: number | null;
  selection: Selection;
  zoom: Zoom;
  /** Returns the grid with the panels of all heads, which are computed on the first call. */
  headGrid: () => HeadGrid;
  palette: Palette;
  transition: Transition | null;
  /** Formats the weights of a row, or other parts of a whole, as percentages that add up to the whole. */
  percentsOf: (weights: ArrayLike<number>) => readonly string[];
  /** Returns the name of a matrix in the language of the interface. */
  nameOf: (matrix: MatrixName) => string;
}

/** Properties of the canvas on which a view draws. */
export interface Surface {
  width: number;
  height: number;
  fonts: string;
  /**
   * Measures the width of a text at a font size, in pixels.
   * @param bold true for bold letters, as in a selected token
   */
  measure: (text: string, size: number, bold?: boolean) => number;
  /**
   * Returns the colors that are cached for a key and an `owner`, the object that they belong to; computes them if there
   * are none.
   */
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
