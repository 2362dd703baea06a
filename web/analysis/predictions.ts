// Entropy and divergence of the distributions that logits define, in nats and double precision. The loops use indices,
// because iterators take up to ten times as long over a vocabulary.

/** Rank of a token among all tokens by its logit, 1 for the largest. Tokens with equal logits share the best rank. */
export function rankOf(logits: Float32Array, token: number): number {
  const own = logits[token]!;
  let larger = 0;
  for (let id = 0; id < logits.length; ++id) if (logits[id]! > own) ++larger;
  return larger + 1;
}

/**
 * A row of logits z, with the normalizer and the entropy of its softmax. Both are computed once, since they take an
 * exponential per logit.
 */
export interface Distribution {
  readonly logits: Float32Array;
  /** Normalizer log Σ exp(z) of the softmax, so that log p = z − normalizer. */
  readonly normalizer: number;
  /** Entropy −Σ p · log p, from 0 to log(vocabulary). */
  readonly entropy: number;
}

/** Computes the distribution of a row of logits. The largest logit is subtracted first, to avoid overflow. */
export function distributionOf(logits: Float32Array): Distribution {
  const largest = largestOf(logits);
  let [sum, weighted] = [0, 0];
  for (let id = 0; id < logits.length; ++id) {
    const x = logits[id]! - largest;
    const exponential = Math.exp(x);
    sum += exponential;
    weighted += exponential * x;
  }
  const logSum = Math.log(sum);
  return { logits, normalizer: largest + logSum, entropy: Math.max(0, logSum - weighted / sum) };
}

export const logProbabilityOf = ({ logits, normalizer }: Distribution, token: number): number =>
  logits[token]! - normalizer;

/** Probabilities and entropy of a distribution p, prepared once for computing KL(p ‖ q) with several q. */
export interface Reference {
  readonly probabilities: Float64Array;
  readonly entropy: number;
}

export function referenceOf({ logits, normalizer, entropy }: Distribution): Reference {
  const probabilities = new Float64Array(logits.length);
  for (let id = 0; id < logits.length; ++id) probabilities[id] = Math.exp(logits[id]! - normalizer);
  return { probabilities, entropy };
}

/**
 * Divergence KL(p ‖ q) = Σ p · (log p − log q) (Kullback & Leibler 1951), computed as log Σ exp(z_q) − Σ p · z_q −
 * entropy(p). It is at least 0.
 */
export function divergenceFrom({ probabilities, entropy }: Reference, { logits, normalizer }: Distribution): number {
  let expected = 0;
  for (let id = 0; id < logits.length; ++id) expected += probabilities[id]! * logits[id]!;
  return Math.max(0, normalizer - expected - entropy);
}

function largestOf(logits: Float32Array): number {
  let largest = -Infinity;
  for (let id = 0; id < logits.length; ++id) if (logits[id]! > largest) largest = logits[id]!;
  return largest;
}
