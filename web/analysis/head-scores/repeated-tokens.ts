// Random tokens that repeat: what a head does with them is no property of a language.
import { RandomNumbers } from '../../engine/training/random.js';

/** Tokens of a block, and its repetitions (Olsson et al. 2022): a shorter context takes fewer. */
const [BLOCK, REPEATS] = [25, 4];
/** Ranks of tokens that are drawn, as shares of the vocabulary: neither the most common nor the rarest. */
const [FIRST_RANK, LAST_RANK] = [0.1, 0.9];
/** A smaller vocabulary is drawn from as a whole. */
const LARGE = 256;

export interface RepeatedTokens {
  /** The number of tokens of a block. */
  readonly block: number;
  readonly repeats: number;
  /** Each [repeats · block], the tokens of a block distinct. */
  readonly sequences: readonly (readonly number[])[];
}

/** Ids to draw from: a large vocabulary is in the order of how common its tokens are. */
export function usualTokens(vocabulary: number, begin: number | null): number[] {
  const [first, end] = vocabulary < LARGE ? [0, vocabulary] : [vocabulary * FIRST_RANK, vocabulary * LAST_RANK];
  const ids = Array.from({ length: Math.floor(end) - Math.floor(first) }, (_, at) => Math.floor(first) + at);
  return ids.filter((id) => id !== begin);
}

/**
 * @param ids to draw from
 * @param room the most tokens of a sequence
 * @throws RangeError if there is no room for a block of two that repeats
 */
export function repeatedTokens(ids: readonly number[], count: number, seed: number, room: number): RepeatedTokens {
  const block = Math.min(BLOCK, Math.floor(room / 2), ids.length);
  if (block < 2) {
    throw new RangeError(
      `model: expected room for two tokens that repeat, got a context of ${room} and ${ids.length} tokens`,
    );
  }
  const repeats = Math.min(REPEATS, Math.floor(room / block));
  const { next } = new RandomNumbers(seed);
  const sequences = Array.from({ length: count }, () => {
    const drawn = distinct(ids, block, next);
    return Array.from({ length: repeats * block }, (_, at) => drawn[at % block]!);
  });
  return { block, repeats, sequences };
}

function distinct(ids: readonly number[], count: number, random: () => number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(ids[Math.floor(random() * ids.length)]!);
  return [...drawn];
}
