// Where a word stands, told to an attention: by numbers added to its vector, by turning queries and keys, or by a mask.
import { expectNumber, expectOptions, expectWholeNumber } from './checks.js';
import { checkTensor, type Tensor } from './tensor.js';

/**
 * Sines and cosines of growing wavelengths (Vaswani et al. 2017, section 3.5), to be added to the words' vectors.
 * @returns [words, embedDim]
 */
export function sinusoidalPositions(words: number, embedDim: number): Tensor {
  const many = expectWholeNumber('words', words, 1);
  const dim = expectWholeNumber('embedDim', embedDim, 1);
  const data = Float32Array.from({ length: many * dim }, (_, at) => {
    const [position, column] = [Math.floor(at / dim), at % dim];
    const angle = position / 10_000 ** ((column - (column % 2)) / dim);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
  return { data, shape: [many, dim] };
}

/**
 * Rows of a table that was learned (GPT, BERT; `nn.Embedding` in PyTorch), to be added to the words' vectors.
 * @param weight [positions, embedDim]
 * @param first the position of the first word
 * @returns [words, embedDim]
 * @throws RangeError where the table ends before the words do
 */
export function learnedPositions(weight: Tensor, words: number, first = 0): Tensor {
  const { data, shape } = checkTensor('weight', weight, ['positions', 'embedDim']);
  const [positions, embedDim] = shape as [number, number];
  const start = expectWholeNumber('first', first, 0);
  const end = start + expectWholeNumber('words', words, 1);
  if (end > positions) {
    throw new RangeError(`weight.shape[0]: expected at least ${end} positions (first + words), got ${positions}`);
  }
  return { data: data.slice(start * embedDim, end * embedDim), shape: [words, embedDim] };
}

export interface RotaryOptions {
  /** The position of the first row. Default 0. */
  offset?: number;
  /** Default 10,000. */
  base?: number;
}

/**
 * Turns each pair of neighbouring numbers by an angle that grows with the position (RoPE, Su et al. 2021), so that q·k
 * depends on the distance alone. For queries and keys.
 * @param x [batch, heads, words, headDim], headDim even
 * @returns the same shape
 */
export function rotaryPositions(x: Tensor, options?: RotaryOptions): Tensor {
  const { data, shape } = checkTensor('x', x, ['batch', 'heads', 'words', 'headDim']);
  const given = expectOptions('options', options, ['offset', 'base']);
  const offset = expectWholeNumber('offset', given['offset'] ?? 0, 0);
  const base = expectNumber('base', given['base'] ?? 10_000);
  if (base <= 0) throw new RangeError(`base: expected more than 0, got ${base}`);
  const [, , words, headDim] = shape as [number, number, number, number];
  if (headDim % 2 !== 0) throw new RangeError(`x.shape[3]: expected an even number (headDim), got ${headDim}`);
  const turned = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 2) {
    const angle = (offset + (Math.floor(at / headDim) % words)) * base ** (-(at % headDim) / headDim);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    turned[at] = data[at]! * cosine - data[at + 1]! * sine;
    turned[at + 1] = data[at]! * sine + data[at + 1]! * cosine;
  }
  return { data: turned, shape };
}

/** The slopes of ALiBi's heads: 2^(−8/heads), its square …; for other than powers of two as its authors' code has it. */
function slopesOf(heads: number): number[] {
  const power = 2 ** Math.floor(Math.log2(heads));
  const geometric = (many: number) => Array.from({ length: many }, (_, head) => 2 ** ((-8 * (head + 1)) / many));
  const more = geometric(2 * power).filter((_, index) => index % 2 === 0);
  return [...geometric(power), ...more].slice(0, heads);
}

/**
 * A mask that lowers the scores of keys the farther they are away (ALiBi, Press et al. 2022): −slope · distance.
 * @returns add, [1, heads, queries, keys]; the last query stands at the last key
 */
export function alibiMask(heads: number, queries: number, keys: number = queries): { add: Tensor } {
  const slopes = slopesOf(expectWholeNumber('heads', heads, 1));
  const rows = expectWholeNumber('queries', queries, 1);
  const columns = expectWholeNumber('keys', keys, 1);
  const data = new Float32Array(heads * rows * columns);
  slopes.forEach((slope, head) => {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        data[(head * rows + i) * columns + j] = -slope * Math.abs(columns - rows + i - j);
      }
    }
  });
  return { add: { data, shape: [1, heads, rows, columns] } };
}
