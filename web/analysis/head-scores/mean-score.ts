// Score of a head, averaged over sequences, with a confidence interval.

export interface Score {
  /** Mean of the head's score over all sequences. */
  readonly score: number;
  /**
   * Expected score of a head that attends uniformly or, for `positionOnly` and `copying`, of another uninformative
   * head.
   */
  readonly baseline: number;
  /** Number of queries that the score counts; for `copying`, number of keys. */
  readonly n: number;
  /** 95% confidence interval of the mean over the sequences, by Student's t. */
  readonly interval: readonly [number, number];
}

/** Score of a head for one role on one sequence, averaged over the counted queries. */
export interface SequenceScore {
  readonly score: number;
  readonly baseline: number;
  readonly n: number;
}

/** Averages a head's scores for one role over sequences. @returns null if no query was counted in any sequence */
export function meanScore(sequences: readonly SequenceScore[]): Score | null {
  const counted = sequences.filter(({ n }) => n > 0);
  if (counted.length === 0) return null;
  const mean = (of: 'score' | 'baseline') => counted.reduce((sum, each) => sum + each[of], 0) / counted.length;
  const score = mean('score');
  const squares = counted.reduce((sum, each) => sum + (each.score - score) ** 2, 0);
  const freedom = counted.length - 1;
  // Half the width of the confidence interval: infinite for a single sequence, whose variance cannot be estimated.
  const half = freedom > 0 ? studentQuantile(freedom) * Math.sqrt(squares / freedom / counted.length) : Infinity;
  const n = counted.reduce((sum, each) => sum + each.n, 0);
  return { score, baseline: mean('baseline'), n, interval: [score - half, score + half] };
}

/** 97.5% quantiles of Student's t distribution for 1, 2, … degrees of freedom. */
const QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179] as const;
const NORMAL = 1.959964;

/**
 * 97.5% quantile of Student's t. For many degrees of freedom, it is expanded from the normal quantile (Cornish & Fisher
 * 1938), accurate to 0.002.
 */
export const studentQuantile = (freedom: number): number =>
  QUANTILES[freedom - 1] ??
  NORMAL +
    (NORMAL ** 3 + NORMAL) / (4 * freedom) +
    (5 * NORMAL ** 5 + 16 * NORMAL ** 3 + 3 * NORMAL) / (96 * freedom ** 2);
