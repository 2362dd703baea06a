// Matrices whose rows or columns are vectors: X, Q, Kᵀ, Vᵀ, the output of the head, and the output of all heads.
import { blended, divergingScale, rangeOf, type ColorScale, type Palette } from './palette.js';
import {
  largestColumn,
  type HeadSteps,
  type StepsViewModel,
  type ViewModel,
  type ViewModelData,
} from '../view-model.js';
import { stageProgress, within, type StageName } from '../stages.js';
import { revealed } from '../reveal.js';
import type { CachedHeatmap } from './heatmap.js';
import { parameterOf, isParameter } from './parameters.js';
import type { ComputedName, MatrixName } from '../scene.js';
import type { Tensor } from '../../engine/core/tensor.js';

export type VectorsName = Exclude<ComputedName, 'attention'>;

interface Vectors {
  /** Symbol of the matrix as in papers, such as 'X'. */
  symbol: string;
  stage: StageName;
  color: 'query' | 'key' | 'value' | 'neutral';
  /** True if the canvas shows the tokens as the matrix's columns instead of its rows. */
  transposed?: boolean;
}

export const VECTORS: Readonly<Record<VectorsName, Vectors>> = {
  embedding: { symbol: 'X', stage: 'embed', color: 'neutral' },
  encoderOutput: { symbol: 'M', stage: 'embed', color: 'neutral' },
  query: { symbol: 'Q', stage: 'project', color: 'query' },
  key: { symbol: 'Kᵀ', stage: 'project', color: 'key', transposed: true },
  value: { symbol: 'Vᵀ', stage: 'project', color: 'value', transposed: true },
  output: { symbol: 'A·V', stage: 'sum', color: 'value' },
  concat: { symbol: '[A₁V₁ … ]', stage: 'output', color: 'value' },
  projected: { symbol: 'Y', stage: 'output', color: 'neutral' },
};

const VECTORS_NAMES = Object.keys(VECTORS) as VectorsName[];

/** Names of the matrices of vectors that a head has. Only cross-attention has an encoder output. */
export const vectorsOf = ({ keyInput }: HeadSteps): VectorsName[] =>
  VECTORS_NAMES.filter((name) => name !== 'encoderOutput' || keyInput !== null);

/** Tokens whose vectors a matrix contains: the query tokens or the key tokens. */
export const tokensOf = ({ queryTokens, keyTokens }: ViewModelData, name: VectorsName): readonly string[] =>
  name === 'key' || name === 'value' || name === 'encoderOutput' ? keyTokens : queryTokens;

/** The vectors of a matrix as a tensor [tokens, dimensions], even if the canvas shows the matrix transposed. */
export function tensorOf({ queryInput, keyInput, trace, concat, output }: HeadSteps, name: VectorsName): Tensor {
  switch (name) {
    case 'embedding':
      return queryInput;
    case 'encoderOutput':
      return keyInput ?? queryInput;
    case 'concat':
      return concat;
    case 'projected':
      return output;
    default:
      return trace[name];
  }
}

/**
 * Queries or keys as projected, before their normalization and rotation; null once all of them are normalized and
 * rotated, and for matrices that are not rotated.
 */
function projectedOf({ steps, moment }: Pick<StepsViewModel, 'steps' | 'moment'>, name: VectorsName): Tensor | null {
  const isRotated = (name === 'query' || name === 'key') && steps.stages.includes('rotate');
  return isRotated && stageProgress(moment, 'rotate') < 1 ? steps.step(name) : null;
}

/**
 * Elements of a matrix at the current moment of the animation: queries and keys are first projected, then normalized
 * and rotated.
 */
export function tensorAt(viewModel: Pick<StepsViewModel, 'steps' | 'moment'>, name: VectorsName): Tensor {
  const projected = stageProgress(viewModel.moment, 'rotate') === 0 ? projectedOf(viewModel, name) : null;
  return projected ?? tensorOf(viewModel.steps, name);
}

/**
 * Shape [rows, columns] of a matrix as drawn on the canvas; [0, 0] for external attention, of which only the weights
 * are known, or if the head does not have the matrix.
 */
export function sizeOnCanvas({ weights, steps }: ViewModelData, matrix: MatrixName): readonly [number, number] {
  if (matrix === 'attention') return weights.shape as [number, number];
  if (!steps || (matrix === 'encoderOutput' && steps.keyInput === null)) return [0, 0];
  if (isParameter(matrix)) return parameterOf(steps, matrix).shape as [number, number];
  const [tokens, dimensions] = tensorOf(steps, matrix).shape as [number, number];
  return VECTORS[matrix].transposed ? [dimensions, tokens] : [tokens, dimensions];
}

/** Returns a function for the share of a vector's element that the animation has filled in, from 0 to 1. */
function filling(
  progress: number,
  name: VectorsName,
  row: number,
  [tokens, dimensions]: readonly [number, number],
): (token: number, dimension: number) => number {
  if (progress >= 1) return () => 1;
  if (name === 'output') return (token, dimension) => revealed(progress, token, dimension, row, tokens, dimensions);
  const from = name === 'projected' ? 0.45 : 0.15;
  const to = name === 'concat' ? 0.45 : 0.85;
  const filled = within(progress, from, to) * (tokens + 1);
  return (token) => Math.min(1, Math.max(0, filled - token));
}

/**
 * Returns a function for the opacity of a key's value vector in the weighted sum: it grows with the key's weight
 * relative to the largest one.
 */
function valueOpacity({ weights, selection: { row } }: ViewModel): (key: number) => number {
  const keys = weights.shape[1]!;
  const largest = weights.data[row * keys + largestColumn(weights, row)]!;
  return (key) => (largest > 0 ? 0.12 + (0.88 * weights.data[row * keys + key]!) / largest : 0.12);
}

/** Color scale of a matrix of vectors: diverging around 0, up to the largest absolute value of its elements. */
export function vectorsScale(palette: Palette, name: VectorsName, { data }: Tensor): ColorScale {
  const [low, high] = rangeOf(data);
  return divergingScale(palette, Math.max(0, -low, high), palette[VECTORS[name].color], palette.muted);
}

/**
 * Heat map of a matrix of vectors at a moment of the animation; transposed if the canvas shows the matrix transposed.
 */
export function vectorsHeatmap(viewModel: StepsViewModel, name: VectorsName): CachedHeatmap {
  const { palette, moment, selection } = viewModel;
  const { transposed = false } = VECTORS[name];
  const tensor = tensorOf(viewModel.steps, name);
  const { data, shape } = tensor;
  const [tokens, dimensions] = shape as [number, number];
  const { color } = vectorsScale(palette, name, tensor);
  const projected = projectedOf(viewModel, name);
  const colorBefore = projected && vectorsScale(palette, name, projected).color;
  const rotated = within(stageProgress(moment, 'rotate'), 0.15, 0.85) * (tokens + 1);
  const progress = stageProgress(moment, VECTORS[name].stage);
  const filled = filling(progress, name, selection.row, [tokens, dimensions]);
  const isSummed = name === 'value' && moment.stage === 'sum';
  const opacityOf = isSummed ? valueOpacity(viewModel) : () => 1;
  const styleOf = (token: number, dimension: number) => {
    const at = token * dimensions + dimension;
    const alpha = filled(token, dimension) * opacityOf(token);
    const value = data[at]!;
    if (!projected) return { color: color(value), alpha, value };
    const now = Math.min(1, Math.max(0, rotated - token));
    const before = projected.data[at]!;
    return { color: blended(colorBefore!(before), color(value), now), alpha, value: now > 0.5 ? value : before };
  };
  const key = [name, progress, projected ? rotated : '', progress < 1 || isSummed ? selection.row : ''].join();
  return transposed
    ? { rows: dimensions, columns: tokens, cellStyle: (row, column) => styleOf(column, row), tensor, key }
    : { rows: tokens, columns: dimensions, cellStyle: styleOf, tensor, key };
}
