import { logSumExp, mostProbable } from '../transformer/most-probable.js';
import type { TokenCandidate } from '../transformer/run.js';

/** A candidate for the next token, with its probability. */
export interface Candidate extends TokenCandidate {
  id: number;
}

/**
 * Candidates for the next token: the tokens with the largest logits. `logits` has one element per token of the
 * vocabulary.
 */
export function candidatesOf(
  logits: Float32Array,
  count: number,
  show: (id: number) => string,
  normalizer = logSumExp(logits),
): Candidate[] {
  return mostProbable(logits, count, normalizer).map(({ id, logProbability }) => ({
    id,
    text: show(id),
    probability: Math.exp(logProbability),
  }));
}
