// Sparse self-attention: exact attention, but only between the token pairs of a pattern. Blocks of keys without such
// pairs are skipped.
import { expectArray, expectObject, expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import { MAX_SIZE } from '../core/tensor.js';
import type { MainModule } from '../wasm/spotlight.js';

export interface SparsePattern {
  /**
   * Kind of the pattern. `window`: a sliding window (Longformer, Beltagy et al. 2020); `bigbird`: a window and random
   * blocks (Zaheer et al. 2020).
   */
  kind: 'window' | 'bigbird';
  /** Size of the window in tokens: a token attends to at most window / 2 tokens before it, and to as many after it. */
  window: number;
  /** Indices of the global tokens, which attend to all tokens and which all tokens attend to. Default none. */
  global?: readonly number[];
  /**
   * For `bigbird` only: number of random blocks of 64 keys, chosen by the seed, that each block of 64 queries attends
   * to. Default 3, or all blocks if there are fewer.
   */
  randomBlocks?: number;
  /** For `bigbird` only: seed of the random blocks. Default 0. */
  seed?: number;
}

/**
 * Number of tokens per block of a sparse pattern. The constant's type lets the compiler check that it equals the one in
 * C++.
 */
export const PATTERN_BLOCK: MainModule['SharedConstant']['sparseBlock']['value'] = 64;

export interface CheckedPattern {
  window: number;
  /**
   * Indices of the global tokens, which attend to all tokens and which all tokens attend to; in ascending order,
   * without duplicates.
   */
  global: Int32Array;
  randomBlocks: number;
  seed: number;
}

const FIELDS: Record<SparsePattern['kind'], readonly string[]> = {
  window: ['kind', 'window', 'global'],
  bigbird: ['kind', 'window', 'global', 'randomBlocks', 'seed'],
};
const KINDS = Object.keys(FIELDS) as SparsePattern['kind'][];
const DEFAULT_RANDOM_BLOCKS = 3;

export function checkPattern(
  name: string,
  value: unknown,
  { queries, keys }: { queries: number; keys: number },
): CheckedPattern {
  const kind = expectOneOf(`${name}.kind`, expectObject(name, value)['kind'], KINDS);
  const given: Record<string, unknown> = {
    global: [],
    randomBlocks: kind === 'bigbird' ? DEFAULT_RANDOM_BLOCKS : 0,
    seed: 0,
    ...expectOptions(name, value, FIELDS[kind]),
  };
  if (queries !== keys) {
    throw new RangeError(`${name}: expected as many queries as keys for '${kind}', got ${queries} and ${keys}`);
  }
  const tokens = expectArray(`${name}.global`, given['global']).map((token, at) =>
    expectWholeNumber(`${name}.global[${at}]`, token, 0, keys - 1),
  );
  const maxRandomBlocks = Math.max(DEFAULT_RANDOM_BLOCKS, Math.ceil(keys / PATTERN_BLOCK));
  return {
    window: expectWholeNumber(`${name}.window`, given['window'], 0, MAX_SIZE),
    global: Int32Array.from(new Set(tokens)).sort(),
    randomBlocks: expectWholeNumber(`${name}.randomBlocks`, given['randomBlocks'], 0, maxRandomBlocks),
    seed: expectWholeNumber(`${name}.seed`, given['seed'], 0),
  };
}
