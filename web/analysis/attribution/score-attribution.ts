// Decomposition of an attention score, which is bilinear in the residual streams of the query and of the key.
import { expectWholeNumber } from '../../engine/core/checks.js';
import { stackOf, type AttentionType } from '../../engine/transformer/head-ref.js';
import { scaleOf } from '../../engine/transformer/intervention.js';
import { circumstancesOf, type AnalyzedRun } from '../circumstances.js';
import { expectLayer, headsOf } from '../components.js';
import { dot } from '../functionals.js';
import { vectorsOf, type ScoredHead } from '../head-vectors.js';
import { expectRun, tokensOf, type LayeredModel } from '../question.js';
import { zeros, type Tensor } from '../../engine/core/tensor.js';
import type { Run } from '../../engine/transformer/run.js';
import type { Source } from '../stream-sources.js';

/**
 * Contributions to one attention score (of a query and a key in one head), one for each pair of a query source and a
 * key source.
 */
export interface ScoreAttribution extends AnalyzedRun<'scoreAttribution'> {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
  /** Position of the query token, from 0. */
  readonly query: number;
  readonly key: number;
  /** Components of the residual stream at the query token, which label the rows of `values`. */
  readonly querySources: readonly Source[];
  /** Components of the residual stream at the key token, which label the columns of `values`. */
  readonly keySources: readonly Source[];
  /** Contributions [querySources, keySources]; with `residual`, they add up to the score. */
  readonly values: Tensor;
  /**
   * `values` minus their mean over the keys that the query may attend to, [querySources, keySources]: the softmax
   * ignores contributions that are equal for all keys. They add up to the score minus the mean of the scores.
   */
  readonly relative: Tensor;
  /** Score computed by the model: scaled, with the distance bias (T5), before the cap of the scores (Gemma 2). */
  readonly score: number;
  /**
   * Remainder of the score: rounding errors, and the changes that interventions make to the stream, queries or keys
   * directly.
   */
  readonly residual: number;
}

/**
 * Attributes a score to pairs of residual-stream components, one at the query and one at the key (Anthropic 2025,
 * "Tracing attention computation through feature interactions", with model components in place of features): embedding,
 * position, each earlier head, feed-forward layers and biases. All norms, including those of queries and keys, are
 * frozen at the divisors of the run, and a rotation is linear. b_Q, b_K and the norms' β are separate sources, and so
 * is the distance bias (T5), which is a row and a column with a single number. The score is scaled, but not yet capped
 * (Gemma 2).
 * Limits: attribution goes one step back: a source is an earlier head, not what that head attended to. A frozen divisor
 * ignores that a source changes it. In cross-attention, the sources of the keys are those of the encoder.
 * @param query position of the query, from 0
 * @param key position of a key that the query may attend to, from 0
 * @throws TypeError or RangeError that names the argument
 */
export function scoreAttribution(
  run: Run,
  attention: AttentionType,
  layer: number,
  head: number,
  query: number,
  key: number,
): ScoreAttribution {
  const { model } = expectRun('run', run);
  const place = checkHead(model, attention, layer, head);
  const queries = tokensOf(run, stackOf(attention)).length;
  const keys = tokensOf(run, attention === 'decoder' ? 'decoder' : 'encoder').length;
  expectWholeNumber('query', query, 0, queries - 1);
  expectWholeNumber('key', key, 0, keys - 1);
  const row = readRow(run, model, place, query);
  const at = row.keys.indexOf(key);
  if (at < 0)
    throw new RangeError(`key: expected one that query ${query} may attend to, got ${key}, which is masked out`);

  const ofQuery = vectorsOf(run, model, 'query', place, [query]);
  const ofKeys = vectorsOf(run, model, 'key', place, row.keys);
  const { headDim } = model.description[stackOf(attention)]!;
  const own = ofKeys.map(({ vectors }) => vectors.subarray(at * headDim, (at + 1) * headDim));
  const means = ofKeys.map(({ vectors }) => meanOf(vectors, headDim));
  const distances = row.distances && { own: row.distances[at]!, mean: meanOf(row.distances, 1)[0]! };

  const sources = [ofQuery, ofKeys].map((side) => side.map(({ source }) => source));
  const distance = { name: distanceBias(attention), kind: 'bias', attention, layer: null, head } as const;
  if (distances) sources.forEach((side) => side.push(distance));
  const [querySources, keySources] = sources as [Source[], Source[]];
  const matrix = (of: (vector: Float64Array, keySource: number) => number, last: number | undefined): Tensor => {
    const shape = [querySources.length, keySources.length];
    const data = zeros('the attribution', shape);
    ofQuery.forEach(({ vectors }, i) => own.forEach((_, j) => (data[i * shape[1]! + j] = of(vectors, j))));
    if (last !== undefined) data[data.length - 1] = last;
    return { data, shape };
  };
  const score = (vector: Float64Array, other: Float64Array) => row.scale * dot(vector, other);
  const values = matrix((vector, j) => score(vector, own[j]!), distances?.own);
  const relative = matrix(
    (vector, j) => score(vector, own[j]!) - score(vector, means[j]!),
    distances ? distances.own - distances.mean : undefined,
  );
  const sum = values.data.reduce((total, value) => total + value, 0);
  const circumstances = { ...circumstancesOf('scoreAttribution', run, attention), ...place, query, key };
  const ofScore = { score: row.scores[at]!, residual: row.scores[at]! - sum };
  return { ...circumstances, querySources, keySources, values, relative, ...ofScore };
}

function checkHead(model: LayeredModel, attention: AttentionType, layer: number, head: number): ScoredHead {
  expectLayer(model, attention, layer);
  expectWholeNumber('head', head, 0, headsOf(model, attention) - 1);
  return { attention, layer, head };
}

interface ScoresOfQuery {
  /** Positions of the keys that the query may attend to, in ascending order. */
  readonly keys: readonly number[];
  /** Attention scores of the keys in `keys`: scaled, with the distance bias, before the cap. */
  readonly scores: readonly number[];
  /** Distance biases of the keys in `keys`, which are part of their scores; null if the model has none. */
  readonly distances: Float64Array | null;
  /** Factor by which Q·Kᵀ is multiplied, including the run's interventions. */
  readonly scale: number;
}

function readRow(run: Run, model: LayeredModel, { attention, layer, head }: ScoredHead, query: number): ScoresOfQuery {
  const nameOf = (step: string) => `${attention}.${layer}.${step}`;
  const has = (step: string) => model.activations.some(({ name }) => name === nameOf(step));
  const read = (step: string) => run.activation(nameOf(step), { heads: [head], queries: [query] }).data;
  const masked = read('masked');
  const keys = [...masked.keys()].filter((key) => masked[key] !== -Infinity);
  const [products, scaled] = [read('scores'), read('scaled')];
  const biased = has('biased') ? read('biased') : null;
  // The scale is measured at the key with the largest product, where the quotient of two float32 numbers is most
  // accurate.
  const largest = keys.reduce(
    (most, key) => (Math.abs(products[key]!) > Math.abs(products[most]!) ? key : most),
    keys[0]!,
  );
  const stack = model.description[stackOf(attention)]!;
  return {
    keys,
    scores: keys.map((key) => (biased ?? scaled)[key]!),
    distances: biased && Float64Array.from(keys, (key) => biased[key]! - scaled[key]!),
    scale: products[largest] ? scaled[largest]! / products[largest] : scaleOf(stack),
  };
}

const distanceBias = (attention: AttentionType): string => `${stackOf(attention)}.distance_bias.weight`;

function meanOf(vectors: Float64Array, size: number): Float64Array {
  const mean = new Float64Array(size);
  vectors.forEach((each, at) => (mean[at % size]! += (each * size) / vectors.length));
  return mean;
}
