// Position-only score: the overlap of a head's attention patterns on two sequences of unrelated tokens.
import type { SequenceScore } from './mean-score.js';

/**
 * Rows of two attention patterns, each [length, length], that are compared: those of the queries from `first` up to but
 * not including `end`.
 */
export interface ComparedRows {
  readonly first: number;
  readonly end: number;
  readonly length: number;
  readonly isCausal: boolean;
}

/**
 * Mean of Σ_j min(a_ij, b_ij), which is 1 − the total variation distance of the two rows: 1 if the weights do not
 * depend on the tokens. The baseline is its expected value when the keys of one row are shuffled, so that sharp
 * patterns have a low baseline.
 * @param a, b weights of one head for two sequences, [length, length]
 * @param firstKey 1 to leave out the first token and renormalize the weights of the other keys
 */
export function overlapOf(a: Float32Array, b: Float32Array, rows: ComparedRows, firstKey: 0 | 1): SequenceScore {
  const { first, end, length, isCausal } = rows;
  const sums = { same: 0, shuffled: 0, mass: 0, n: 0 };
  for (let query = first; query < end; ++query) {
    const keys = (isCausal ? query + 1 : length) - firstKey;
    if (keys < 2) continue;
    const begin = query * length + firstKey;
    const [rowOfA, rowOfB] = [a.subarray(begin, begin + keys), b.subarray(begin, begin + keys)];
    rowOfA.forEach((weight, key) => {
      sums.same += Math.min(weight, rowOfB[key]!);
      for (const other of rowOfB) sums.shuffled += Math.min(weight, other) / keys;
      sums.mass += (weight + rowOfB[key]!) / 2;
    });
    sums.n += 1;
  }
  const share = (sum: number) => (sums.mass > 0 ? sum / sums.mass : 0);
  return { score: share(sums.same), baseline: share(sums.shuffled), n: sums.n };
}
