import { logSumExp, mostProbable } from '../transformer/most-probable.js';
import type { TokenCandidate } from '../transformer/run.js';

/** A candidate for the next token. */
export interface Candidate extends TokenCandidate {
  id: number;
}

/** Most probable next tokens, by their logits, [vocabulary]. */
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
