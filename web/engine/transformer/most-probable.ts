export const NUM_CANDIDATES = 5;

export interface NextToken {
  id: number;
  /** Natural logarithm of the token's probability: log softmax over the allowed tokens. */
  logProbability: number;
}

/**
 * Logarithm of the sum of exponentials of logits, log Σ eˡ, over the allowed tokens. The largest logit is subtracted
 * first, to avoid overflow.
 */
export function logSumExp(logits: Float32Array, allowed?: readonly boolean[]): number {
  let largest = -Infinity;
  for (let id = 0; id < logits.length; ++id) if (allowed?.[id] !== false) largest = Math.max(largest, logits[id]!);
  let sum = 0;
  for (let id = 0; id < logits.length; ++id) if (allowed?.[id] !== false) sum += Math.exp(logits[id]! - largest);
  return largest + Math.log(sum);
}

/**
 * Sum of the log probabilities of a text's tokens, in nats.
 * @param logits logits that predict each token, [tokens, vocabulary]
 */
export function sumOfLogProbabilities(logits: Float32Array, ids: readonly number[]): number {
  const vocabulary = logits.length / ids.length;
  return ids.reduce((sum, id, token) => {
    const row = logits.subarray(token * vocabulary, (token + 1) * vocabulary);
    return sum + row[id]! - logSumExp(row);
  }, 0);
}

/**
 * Ids of the tokens with the k largest logits in descending order. Ties are in ascending order of id; logits of −∞ are
 * left out.
 * @param logits [vocabulary]; not modified
 * @param allowed for each token, true if it may follow; default: all tokens
 */
export function largestLogits(logits: Float32Array, k: number, allowed?: readonly boolean[]): number[] {
  const ids: number[] = [];
  let threshold = -Infinity;
  for (let id = 0; id < logits.length; ++id) {
    const logit = logits[id]!;
    if (logit <= threshold || allowed?.[id] === false) continue;
    let place = Math.min(ids.length, k - 1);
    while (place > 0 && logits[ids[place - 1]!]! < logit) {
      ids[place] = ids[place - 1]!;
      --place;
    }
    ids[place] = id;
    if (ids.length === k) threshold = logits[ids[k - 1]!]!;
  }
  return ids;
}

/**
 * Returns the k most probable tokens, in descending order of probability.
 * @param logits [vocabulary]; not modified
 * @param allowed for each token, true if it may follow; default: all tokens
 * @param normalizer logSumExp of the logits, if known
 */
export function mostProbable(
  logits: Float32Array,
  k: number,
  allowed?: readonly boolean[],
  normalizer = logSumExp(logits, allowed),
): NextToken[] {
  return largestLogits(logits, k, allowed).map((id) => ({ id, logProbability: logits[id]! - normalizer }));
}
