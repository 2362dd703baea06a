// A row of logits as a distribution, in double precision. Logarithms are natural: entropy and divergence are in nats.

/** log softmax of a row of logits, [vocabulary]; the largest logit is subtracted so that nothing overflows. */
export function logProbabilities(logits: Float32Array): Float64Array {
  const largest = largestOf(logits);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  const logSum = Math.log(sum);
  return Float64Array.from(logits, (logit) => logit - largest - logSum);
}

/** KL(p ‖ q) = Σ p · (log p − log q) (Kullback & Leibler 1951), at least 0 but for rounding. */
export function divergenceOf(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let id = 0; id < p.length; ++id) {
    const probability = Math.exp(p[id]!);
    if (probability > 0) sum += probability * (p[id]! - q[id]!); // 0 · ∞ is 0
  }
  return sum;
}

/** Place of a token among all in descending order: 1 is the most probable; equal logits share the first of their places. */
export function rankOf(logits: Float32Array, token: number): number {
  const own = logits[token]!;
  let larger = 0;
  for (const logit of logits) if (logit > own) ++larger;
  return larger + 1;
}

/** A row of logits z, and what is computed from one exponential of each. */
export interface Distribution {
  readonly logits: Float32Array;
  /** log Σ exp(z): log p is z less it. */
  readonly normalizer: number;
  /** −Σ p · log p, from 0 to log(vocabulary). */
  readonly entropy: number;
}

export function distributionOf(logits: Float32Array): Distribution {
  const largest = largestOf(logits);
  let [sum, weighted] = [0, 0];
  for (const logit of logits) {
    const x = logit - largest;
    const exponential = Math.exp(x);
    sum += exponential;
    weighted += exponential * x;
  }
  const logSum = Math.log(sum);
  return { logits, normalizer: largest + logSum, entropy: Math.max(0, logSum - weighted / sum) };
}

/** p of each token, [vocabulary]. */
export const probabilitiesOf = ({ logits, normalizer }: Distribution): Float64Array =>
  Float64Array.from(logits, (logit) => Math.exp(logit - normalizer));

/** KL(p ‖ q) of several q from one p, whose probabilities are known: log Σ exp(z_q) − Σ p · z_q − entropy(p). */
export function divergenceFrom(
  probabilities: Float64Array,
  entropy: number,
  { logits, normalizer }: Distribution,
): number {
  let expected = 0;
  for (let id = 0; id < logits.length; ++id) expected += probabilities[id]! * logits[id]!;
  return Math.max(0, normalizer - expected - entropy);
}

function largestOf(logits: Float32Array): number {
  let largest = -Infinity;
  for (const logit of logits) if (logit > largest) largest = logit;
  return largest;
}
