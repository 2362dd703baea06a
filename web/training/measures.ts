// Measures of the attention of heads in training. A measure names pairs of query and key; its value is the share of a
// head's weight on them.

export type Pair = readonly [query: number, key: number];

/**
 * Share of a head's weight on pairs of query and key: summed over the keys of each query, and averaged over the queries
 * that occur in a pair.
 * @param weights attention weights of the head, [queries, keys]
 * @param keys number of keys
 * @returns the share, from 0 to 1; 0 if there are no pairs
 */
export function weightOn(weights: ArrayLike<number>, keys: number, pairs: readonly Pair[]): number {
  const queries = new Set(pairs.map(([query]) => query));
  const sum = pairs.reduce((total, [query, key]) => total + weights[query * keys + key]!, 0);
  return queries.size === 0 ? 0 : sum / queries.size;
}

/** Pairs of each query with the token `offset` positions before it. */
export const offsetPairs = (tokens: number, offset: number): Pair[] =>
  Array.from({ length: Math.max(0, tokens - offset) }, (_, key): Pair => [key + offset, key]);

/** Pairs of each query with the token before it, to which a previous-token head attends. */
export const previousTokenPairs = (tokens: number): Pair[] => offsetPairs(tokens, 1);

/** Pairs of each query with earlier occurrences of its token. */
export const duplicateTokenPairs = (tokens: readonly number[]): Pair[] =>
  tokens.flatMap((token, query) =>
    tokens.slice(0, query).flatMap((earlier, key): Pair[] => (earlier === token ? [[query, key]] : [])),
  );

/**
 * Pairs of each query with the tokens that followed earlier occurrences of its token, to which an induction head
 * attends. The weight on them is the prefix-matching score (Olsson et al. 2022, "In-context Learning and Induction
 * Heads").
 */
export const prefixMatchingPairs = (tokens: readonly number[]): Pair[] =>
  duplicateTokenPairs(tokens)
    .map(([query, key]): Pair => [query, key + 1])
    .filter(([query, key]) => key < query);

export const MEASURE_NAMES = ['job', 'prefix', 'previous', 'duplicate'] as const;
/**
 * Name of a measure of a head. `job` measures the attention that the task requires, the others measure attention to the
 * induction target, the previous token and earlier occurrences of the token.
 */
export type MeasureName = (typeof MEASURE_NAMES)[number];
export type HeadMeasures = Readonly<Record<MeasureName, number>>;

/**
 * Computes all measures of each head in a layer.
 * @param weights attention weights, [heads, queries, keys], with as many queries as keys
 * @param tokens tokens of the sequence
 * @param job pairs of query and key to which the task requires attention
 */
export function measureHeads(weights: Float32Array, tokens: readonly number[], job: readonly Pair[]): HeadMeasures[] {
  const size = tokens.length ** 2;
  const pairs: Record<MeasureName, readonly Pair[]> = {
    job,
    prefix: prefixMatchingPairs(tokens),
    previous: previousTokenPairs(tokens.length),
    duplicate: duplicateTokenPairs(tokens),
  };
  return Array.from({ length: weights.length / size }, (_, head) => {
    const own = weights.subarray(head * size, (head + 1) * size);
    const measure = (name: MeasureName) => weightOn(own, tokens.length, pairs[name]);
    return {
      job: measure('job'),
      prefix: measure('prefix'),
      previous: measure('previous'),
      duplicate: measure('duplicate'),
    };
  });
}
