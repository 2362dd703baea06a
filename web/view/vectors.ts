// The matrices whose rows or columns are vectors: X, Q, Kᵀ, Vᵀ, the output of the head and of all heads.
import { divergingScale, largestOf } from './palette.js';
import { largestColumn, type Picture, type PictureContent } from './picture.js';
import { progress, within, type StageName } from './stages.js';
import { revealed } from './reveal.js';
import type { MatrixLook } from './matrix.js';
import type { MatrixName } from './scene.js';
import type { Tensor } from '../engine/tensor.js';

export type VectorsName = Exclude<MatrixName, 'attention'>;

interface Vectors {
  /** As letters. */
  symbol: string;
  stage: StageName;
  color: 'query' | 'key' | 'value' | 'neutral';
  /** Words are columns, not rows. */
  transposed?: boolean;
}

export const VECTORS: Readonly<Record<VectorsName, Vectors>> = {
  embedding: { symbol: 'X', stage: 'embed', color: 'neutral' },
  memory: { symbol: 'M', stage: 'embed', color: 'neutral' },
  query: { symbol: 'Q', stage: 'project', color: 'query' },
  key: { symbol: 'Kᵀ', stage: 'project', color: 'key', transposed: true },
  value: { symbol: 'Vᵀ', stage: 'project', color: 'value', transposed: true },
  output: { symbol: 'A·V', stage: 'mix', color: 'value' },
  merged: { symbol: '[A₁V₁ … ]', stage: 'merge', color: 'value' },
  projected: { symbol: 'Y', stage: 'merge', color: 'neutral' },
};

const VECTORS_NAMES = Object.keys(VECTORS) as VectorsName[];

/** The matrices of vectors that a picture has. */
export const vectorsOf = ({ keyInput }: PictureContent): VectorsName[] =>
  VECTORS_NAMES.filter((name) => name !== 'memory' || keyInput !== null);

/** The words whose vectors these are. */
export const ownersOf = ({ queryWords, keyWords }: PictureContent, name: VectorsName): readonly string[] =>
  name === 'key' || name === 'value' || name === 'memory' ? keyWords : queryWords;

/** The numbers of a matrix, [words, dimensions]. */
export function numbersOf({ queryInput, keyInput, trace, merged, output }: PictureContent, name: VectorsName): Tensor {
  switch (name) {
    case 'embedding':
      return queryInput;
    case 'memory':
      return keyInput ?? queryInput;
    case 'merged':
      return merged;
    case 'projected':
      return output;
    default:
      return trace[name];
  }
}

/** [rows, columns] of a matrix as it lies on the canvas. */
export function sizeOnCanvas(picture: PictureContent, matrix: MatrixName): readonly [number, number] {
  if (matrix === 'attention') return picture.trace.weights.shape as [number, number];
  const [words, size] = numbersOf(picture, matrix).shape as [number, number];
  return VECTORS[matrix].transposed ? [size, words] : [words, size];
}

/** How far a vector's number is filled in. */
function filled(picture: Picture, name: VectorsName, word: number, dimension: number, words: number, size: number) {
  const { moment, selection } = picture;
  const time = progress(moment, VECTORS[name].stage);
  if (time >= 1) return 1;
  if (name === 'output') return revealed(time, word, dimension, selection.row, words, size);
  const from = name === 'projected' ? 0.45 : 0.15;
  return Math.min(1, Math.max(0, within(time, from, name === 'merged' ? 0.45 : 0.85) * (words + 1) - word));
}

/** While the values are mixed, each is as bright as the weight that the asking word gives it. */
function loudness(picture: Picture, name: VectorsName, word: number): number {
  if (name !== 'value' || picture.moment.stage !== 'mix') return 1;
  const { weights } = picture.trace;
  const row = picture.selection.row;
  const columns = weights.shape[1]!;
  const most = weights.data[row * columns + largestColumn(weights, row)]!;
  return most > 0 ? 0.12 + (0.88 * weights.data[row * columns + word]!) / most : 0.12;
}

/** The look of one of these matrices at a moment, as it lies on the canvas. */
export function vectorsLook(picture: Picture, name: VectorsName): MatrixLook {
  const { palette } = picture;
  const { color: role, transposed = false } = VECTORS[name];
  const { data, shape } = numbersOf(picture, name);
  const [words, size] = shape as [number, number];
  const { color } = divergingScale(palette, largestOf(data), palette[role], palette.muted);
  const of = (word: number, dimension: number) => {
    const value = data[word * size + dimension]!;
    const alpha = filled(picture, name, word, dimension, words, size) * loudness(picture, name, word);
    return { color: color(value), alpha, value };
  };
  return transposed
    ? { rows: size, columns: words, look: (row, column) => of(column, row) }
    : { rows: words, columns: size, look: of };
}
