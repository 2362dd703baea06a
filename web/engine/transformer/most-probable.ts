export const NUM_CANDIDATES = 5;

export interface NextToken {
  id: number;
  /** Natural logarithm of the token's probability: log softmax of the logits. */
  logProbability: number;
}

/**
 * Logarithm of the sum of exponentials of logits, log Σ eˡ. The largest logit is subtracted first, to avoid overflow. For
 * logits in the model's memory, `TransformerComputation.logSumExp` is faster.
 */
export function logSumExp(logits: Float32Array): number {
  let largest = -Infinity;
  for (let id = 0; id < logits.length; ++id) largest = Math.max(largest, logits[id]!);
  let sum = 0;
  for (let id = 0; id < logits.length; ++id) sum += Math.exp(logits[id]! - largest);
  return largest + Math.log(sum);
}

/** Excludes tokens from generation: sets their logits, [vocabulary], to −∞. */
export function suppress(logits: Float32Array, ids: readonly number[]): void {
  for (const id of ids) logits[id] = -Infinity;
}

/**
 * Sum of the log probabilities of a text's tokens, in nats.
 * @param logits logits that predict each token, [tokens, vocabulary]
 * @param normalizerOf returns the logSumExp of a row of the logits
 */
export function sumOfLogProbabilities(
  logits: Float32Array,
  ids: readonly number[],
  normalizerOf: (row: Float32Array) => number,
): number {
  const vocabulary = logits.length / ids.length;
  return ids.reduce((sum, id, token) => {
    const row = logits.subarray(token * vocabulary, (token + 1) * vocabulary);
    return sum + row[id]! - normalizerOf(row);
  }, 0);
}

/**
 * Ids of the tokens with the k largest logits in descending order. Ties are in ascending order of id; logits of −∞ are
 * left out.
 * @param logits [vocabulary]; not modified
 */
export function largestLogits(logits: Float32Array, k: number): number[] {
  const ids: number[] = [];
  let threshold = -Infinity;
  for (let id = 0; id < logits.length; ++id) {
    const logit = logits[id]!;
    if (logit <= threshold) continue;
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
 * @param normalizer logSumExp of the logits, if known
 */
export function mostProbable(logits: Float32Array, k: number, normalizer = logSumExp(logits)): NextToken[] {
  return largestLogits(logits, k).map((id) => ({ id, logProbability: logits[id]! - normalizer }));
}
