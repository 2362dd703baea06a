// Sequences of repeated random tokens, which show how a head behaves independently of language.
import { RandomNumbers } from '../../engine/training/random.js';

/**
 * Number of tokens per block, and number of repetitions of a block (Olsson et al. 2022). Both shrink to fit a shorter
 * context.
 */
const [BLOCK, REPEATS] = [25, 4];
/**
 * Frequency ranks between which random tokens are drawn, as shares of the vocabulary. They exclude the most common and
 * the rarest tokens.
 */
const [FIRST_RANK, LAST_RANK] = [0.1, 0.9];
/** Size of a vocabulary from which on only tokens of medium frequency are drawn; a smaller one is used as a whole. */
const LARGE = 256;

export interface RepeatedTokens {
  readonly block: number;
  readonly repeats: number;
  /** Token ids of each sequence, [repeats · block]. Within a block, no token occurs twice. */
  readonly sequences: readonly (readonly number[])[];
}

/**
 * Token ids from which random tokens are drawn by default: those of medium frequency in a large vocabulary, whose ids
 * are assumed to be ordered by frequency.
 */
export function usualTokens(vocabulary: number, begin: number | null): number[] {
  const [first, end] = vocabulary < LARGE ? [0, vocabulary] : [vocabulary * FIRST_RANK, vocabulary * LAST_RANK];
  const ids = Array.from({ length: Math.floor(end) - Math.floor(first) }, (_, at) => Math.floor(first) + at);
  return ids.filter((id) => id !== begin);
}

/**
 * Draws random sequences whose blocks are repeated.
 * @param ids token ids to draw from
 * @param room maximum length of a sequence
 * @throws RangeError if not even two tokens, repeated once, fit
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
