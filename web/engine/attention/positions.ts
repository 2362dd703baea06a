// Position information for attention: vectors added to embeddings, a rotation of queries and keys, or an additive mask.
import { expectNumber, expectOneOf, expectWholeNumber, MAX_EMBED_DIM } from '../core/checks.js';
import { checkOptions, option, type OptionsOf } from '../core/schema.js';
import { checkFiniteTensor, expectWithinFloat32, zeros, type Tensor, type TensorInput } from '../core/tensor.js';

/**
 * Sinusoidal positional encodings (Vaswani et al. 2017, section 3.5), to be added to embeddings.
 * @returns [seqLen, embedDim]
 */
export function sinusoidalPositions(seqLen: number, embedDim: number): Tensor {
  const rows = expectWholeNumber('seqLen', seqLen, 1);
  const dim = expectWholeNumber('embedDim', embedDim, 1);
  const data = zeros('positions', [rows, dim]);
  for (let at = 0; at < data.length; at++) {
    const [position, column] = [Math.floor(at / dim), at % dim];
    const angle = position / 10_000 ** ((column - (column % 2)) / dim);
    data[at] = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  }
  return { data, shape: [rows, dim] };
}

/**
 * Rows of a learned position table (GPT, BERT; PyTorch's `nn.Embedding`), to be added to embeddings.
 * @param weight [positions, embedDim]
 * @param first position of the first token
 * @returns [seqLen, embedDim]
 * @throws RangeError if the table has too few rows
 */
export function learnedPositions(weight: TensorInput, seqLen: number, first = 0): Tensor {
  const { data, shape } = checkFiniteTensor('weight', weight, ['positions', 'embedDim']);
  const [positions, embedDim] = shape as [number, number];
  const start = expectWholeNumber('first', first, 0);
  const end = start + expectWholeNumber('seqLen', seqLen, 1);
  if (end > positions) {
    throw new RangeError(`weight.shape[0]: expected at least ${end} positions (first + seqLen), got ${positions}`);
  }
  return { data: data.slice(start * embedDim, end * embedDim), shape: [seqLen, embedDim] };
}

function checkBase(name: string, value: unknown): number {
  const base = expectNumber(name, value);
  if (base < 1) throw new RangeError(`${name}: expected 1 or more, got ${base}`);
  return base;
}

const ROTARY_OPTIONS = {
  /** Position of the first row of the input. Default 0. */
  offset: option((name, value) => expectWholeNumber(name, value, 0), 0),
  /** Base of the rotation frequencies, base^(−2i/headDim), at least 1. Default 10,000. */
  base: option(checkBase, 10_000),
  /**
   * Pairs of elements that are rotated together. 'pairs': adjacent elements, as in the paper and in Llama's own code.
   * 'halves': element i of the first half and element i of the second, as in Hugging Face's Llama. Default 'pairs'.
   */
  layout: option<'pairs' | 'halves'>((name, value) => expectOneOf(name, value, ['pairs', 'halves']), 'pairs'),
};
export interface RotaryOptions extends OptionsOf<typeof ROTARY_OPTIONS> {}

/**
 * Rotary position embedding (RoPE, Su et al. 2021): rotates each pair of elements by an angle proportional to the
 * position, so that q·k depends on the distance only. Apply it to queries and keys.
 * @param x [batch, heads, seqLen, headDim], headDim even
 * @returns the same shape
 * @throws TypeError or RangeError that names the argument, or an element of the result that exceeds float32
 */
export function rotaryPositions(x: TensorInput, options?: RotaryOptions): Tensor {
  const { data, shape } = checkFiniteTensor('x', x, ['batch', 'heads', 'seqLen', 'headDim']);
  const { offset, base, layout } = checkOptions('options', options, ROTARY_OPTIONS, null);
  const [, , seqLen, headDim] = shape as [number, number, number, number];
  if (headDim % 2 !== 0) throw new RangeError(`x.shape[3]: expected an even number (headDim), got ${headDim}`);
  const rotated = { data: zeros('rotated', shape), shape };
  // Index distances in a row: `step` from one rotated pair's first element to the next pair's, `distance` between the
  // two elements of a pair.
  const [step, distance] = layout === 'pairs' ? [2, 1] : [1, headDim / 2];
  for (let pair = 0; pair < data.length / 2; pair++) {
    const [row, index] = [Math.floor((2 * pair) / headDim), pair % (headDim / 2)];
    const angle = (offset + (row % seqLen)) * base ** ((-2 * index) / headDim);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const first = row * headDim + index * step;
    const second = first + distance;
    rotated.data[first] = data[first]! * cosine - data[second]! * sine;
    rotated.data[second] = data[first]! * sine + data[second]! * cosine;
  }
  expectWithinFloat32('rotated', rotated);
  return rotated;
}

/**
 * Slopes of ALiBi, one per head: 2^(−8/heads), its square, and so on. If `heads` is not a power of two, the slopes are
 * those of the authors' code.
 */
function slopesOf(heads: number): number[] {
  const power = 2 ** Math.floor(Math.log2(heads));
  const geometric = (count: number) => Array.from({ length: count }, (_, head) => 2 ** ((-8 * (head + 1)) / count));
  const more = geometric(2 * power).filter((_, index) => index % 2 === 0);
  return [...geometric(power), ...more].slice(0, heads);
}

/**
 * Attention with linear biases (ALiBi, Press et al. 2022): an additive mask, −slope · distance.
 * @returns add, [1, heads, queries, keys]; the last query is at the position of the last key
 */
export function alibiMask(heads: number, queries: number, keys: number = queries): { add: Tensor } {
  const slopes = slopesOf(expectWholeNumber('heads', heads, 1, MAX_EMBED_DIM));
  const rows = expectWholeNumber('queries', queries, 1);
  const columns = expectWholeNumber('keys', keys, 1);
  const shape = [1, heads, rows, columns];
  const data = zeros('the mask', shape);
  slopes.forEach((slope, head) => {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        data[(head * rows + i) * columns + j] = -slope * Math.abs(columns - rows + i - j);
      }
    }
  });
  return { add: { data, shape } };
}
