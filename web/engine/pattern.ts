// Attention over long texts that leaves something out, or sums it up: one option, `pattern`, names the ways.
import { expectArray, expectObject, expectOneOf, expectOptions, expectWholeNumber } from './checks.js';
import { checkTensor, showShape, type Tensor } from './tensor.js';

/** Sparse self-attention: exact over the pairs of words that it keeps, and only those are computed. */
export interface SparsePattern {
  /** `window`: Longformer (Beltagy et al. 2020); `bigbird`: with random blocks (Zaheer et al. 2020). */
  kind: 'window' | 'bigbird';
  /** How many words a word hears around itself: those at most window / 2 before it and behind it. */
  window: number;
  /** Words, by their index, that hear all and are heard by all. Default none. */
  global?: readonly number[];
  /** Of `bigbird`: so many blocks of 64 keys, chosen by the seed, are heard by each block of 64 queries. Default 3. */
  randomBlocks?: number;
  /** Default 0. */
  seed?: number;
}

/** Summaries of the keys (Linformer, Wang et al. 2020): softmax(Q·(E·K)ᵀ·scale)·(F·V). Not with masks. */
export interface LowRankPattern {
  kind: 'linformer';
  /** How many summaries; by default each is the mean of one of `rank` equal stretches (the paper's pooling). */
  rank: number;
  /** E, [rank, keys] */
  keyProjection?: Tensor;
  /** F, [rank, keys]; E where it is not given. */
  valueProjection?: Tensor;
}

/** Positive orthogonal random features in place of the softmax (Performer, Choromanski et al. 2021). */
export interface RandomFeaturesPattern {
  kind: 'performer';
  /** How many; the error falls with them. */
  features: number;
  /** Default 0. */
  seed?: number;
}

/** The features elu(x) + 1 in place of the softmax (Katharopoulos et al. 2020): another attention, not an estimate. */
export interface LinearPattern {
  kind: 'linear';
}

export type Pattern = SparsePattern | LowRankPattern | RandomFeaturesPattern | LinearPattern;

/** Words are kept and left out in blocks of this many; cpp/attention/pattern.hpp has it too. */
export const PATTERN_BLOCK = 64;

/** What is sparse goes the way of every attention; the rest goes ways of its own. */
export type CheckedPattern =
  | { kind: 'sparse'; window: number; global: Int32Array; randomBlocks: number; seed: number }
  | { kind: 'linformer'; rank: number; projections: { key: Tensor; value: Tensor } | null }
  | { kind: 'features'; map: 'elu' | 'favor'; features: number; seed: number };

/** A pattern that has no weight for each pair of words: it sums the keys up. */
export type SummingPattern = Exclude<CheckedPattern, { kind: 'sparse' }>;

export const sumsUp = (pattern: CheckedPattern | null): pattern is SummingPattern =>
  pattern !== null && pattern.kind !== 'sparse';

const KINDS = ['window', 'bigbird', 'linformer', 'performer', 'linear'] as const;
const MOST_FEATURES = 16_384;
const MOST_WORDS = 2 ** 31 - 1;
const DEFAULT_RANDOM_BLOCKS = 3;

function checkSparse(given: Record<string, unknown>, words: number, isRandom: boolean): CheckedPattern {
  const global = given['global'] === undefined ? [] : expectArray('pattern.global', given['global']);
  const indices = Int32Array.from(global, (word, at) =>
    expectWholeNumber(`pattern.global[${at}]`, word, 0, words - 1),
  ).sort();
  const random = given['randomBlocks'] ?? DEFAULT_RANDOM_BLOCKS;
  return {
    kind: 'sparse',
    window: expectWholeNumber('pattern.window', given['window'], 0, MOST_WORDS),
    global: indices,
    randomBlocks: isRandom ? expectWholeNumber('pattern.randomBlocks', random, 0, MOST_WORDS) : 0,
    seed: expectWholeNumber('pattern.seed', given['seed'] ?? 0, 0),
  };
}

function checkLowRank(given: Record<string, unknown>, keys: number): CheckedPattern {
  const rank = expectWholeNumber('pattern.rank', given['rank'], 1, keys);
  if (given['keyProjection'] === undefined) {
    if (given['valueProjection'] === undefined) return { kind: 'linformer', rank, projections: null };
    throw new TypeError('pattern.keyProjection: expected a tensor beside valueProjection, got nothing');
  }
  const projection = (name: string): Tensor => {
    const tensor = checkTensor(`pattern.${name}`, given[name] ?? given['keyProjection'], ['rank', 'keys']);
    if (showShape(tensor.shape) !== showShape([rank, keys])) {
      throw new RangeError(
        `pattern.${name}.shape: expected ${showShape([rank, keys])}, got ${showShape(tensor.shape)}`,
      );
    }
    return tensor;
  };
  return {
    kind: 'linformer',
    rank,
    projections: { key: projection('keyProjection'), value: projection('valueProjection') },
  };
}

const KNOWN: Record<(typeof KINDS)[number], readonly string[]> = {
  window: ['kind', 'window', 'global'],
  bigbird: ['kind', 'window', 'global', 'randomBlocks', 'seed'],
  linformer: ['kind', 'rank', 'keyProjection', 'valueProjection'],
  performer: ['kind', 'features', 'seed'],
  linear: ['kind'],
};

/** Checks a pattern for an attention of these sizes. */
export function checkPattern(
  name: string,
  value: unknown,
  { queries, keys }: { queries: number; keys: number },
): CheckedPattern {
  const kind = expectOneOf(`${name}.kind`, expectObject(name, value)['kind'], KINDS);
  const given = expectOptions(name, value, KNOWN[kind]);
  switch (kind) {
    case 'window':
    case 'bigbird':
      if (queries !== keys) {
        throw new RangeError(`${name}: '${kind}' expected as many queries as keys, got ${queries} and ${keys}`);
      }
      return checkSparse(given, keys, kind === 'bigbird');
    case 'linformer':
      return checkLowRank(given, keys);
    case 'performer':
      return {
        kind: 'features',
        map: 'favor',
        features: expectWholeNumber('pattern.features', given['features'], 1, MOST_FEATURES),
        seed: expectWholeNumber('pattern.seed', given['seed'] ?? 0, 0),
      };
    case 'linear':
      return { kind: 'features', map: 'elu', features: 0, seed: 0 };
  }
}
