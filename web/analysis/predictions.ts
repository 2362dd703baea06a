// A row of logits as a distribution, in double precision. Logarithms are natural: entropy and divergence are in nats.

/** log softmax of a row of logits, [vocabulary]; the largest logit is subtracted so that nothing overflows. */
export function logProbabilities(logits: Float32Array): Float64Array {
  let largest = -Infinity;
  for (const logit of logits) largest = Math.max(largest, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  const logSum = Math.log(sum);
  return Float64Array.from(logits, (logit) => logit - largest - logSum);
}

/** −Σ p · log p, from 0 to log(vocabulary). */
export function entropyOf(logProbabilities: Float64Array): number {
  let sum = 0;
  for (const each of logProbabilities) sum += termOf(each, each);
  return -sum;
}

/** KL(p ‖ q) = Σ p · (log p − log q) (Kullback & Leibler 1951), at least 0 but for rounding. */
export function divergenceOf(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let id = 0; id < p.length; ++id) sum += termOf(p[id]!, p[id]! - q[id]!);
  return sum;
}

/** p · x, with 0 · x = 0 also where a probability is so small that its logarithm is −∞. */
const termOf = (logProbability: number, x: number): number => {
  const p = Math.exp(logProbability);
  return p > 0 ? p * x : 0;
};

/** Place of a token among all in descending order: 1 is the most probable; equal logits share the first of their places. */
export function rankOf(logits: Float32Array, token: number): number {
  const own = logits[token]!;
  let larger = 0;
  for (const logit of logits) if (logit > own) ++larger;
  return larger + 1;
}
