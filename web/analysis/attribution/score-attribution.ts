// The parts of a score: it is bilinear in what was written to the stream of the query and to that of the key.
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

/** Shares of each pair of sources in a score. */
export interface ScoreAttribution extends AnalyzedRun<'scoreAttribution'> {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
  /** Positions of the score. */
  readonly query: number;
  readonly key: number;
  /** Parts that were written to the query: a row of `values` each. */
  readonly querySources: readonly Source[];
  /** Parts that were written to the key: a column of `values` each. */
  readonly keySources: readonly Source[];
  /** With `residual` they add up to the score, [querySources, keySources]. */
  readonly values: Tensor;
  /**
   * The values less their mean over the keys that the query may attend to, [querySources, keySources]: the softmax ignores what
   * is equal for all of them. They add up to the score less the mean of the scores.
   */
  readonly relative: Tensor;
  /** Score that the model computed: scaled, with the bias of the distance, before the cap. */
  readonly score: number;
  /** Rest of the score: rounding; more where an intervention changes the stream, the queries or the keys themselves. */
  readonly residual: number;
}

/**
 * Attribution of a score to pairs of what was written to the residual stream at the query and at the key (Anthropic 2025,
 * "Tracing attention computation through feature interactions", with the components of the model in place of features):
 * embedding, position, each earlier head, feed-forward layers and biases. All norms are frozen at the divisors of the run, those of
 * queries and keys too; a rotation is linear; b_Q, b_K and β of the norms are sources of their own, and so is the bias of the
 * distance (T5), which is a row and a column with one number. The score is scaled, and before its cap (Gemma 2).
 *
 * Limits: one step back only, an earlier head being a source, and not what it read; and freezing a divisor ignores that a source
 * changes it. In cross-attention the keys' sources are those of the encoder.
 * @param query a position from 0, whose query it is
 * @param key a position from 0, which the query may attend to
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

/** The scores of a query, for the keys that it may attend to. */
interface ScoresOfQuery {
  /** Positions. */
  readonly keys: readonly number[];
  /** Scaled, with the bias of the distance, before the cap. */
  readonly scores: readonly number[];
  /** Bias of the distance of each; null: there is none. */
  readonly distances: Float64Array | null;
  /** Factor of Q·Kᵀ, with the interventions of the run. */
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
  // The scale is that of the largest product, which float32 holds most exactly.
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

/** Mean of vectors [count, size]. */
function meanOf(vectors: Float64Array, size: number): Float64Array {
  const mean = new Float64Array(size);
  vectors.forEach((each, at) => (mean[at % size]! += (each * size) / vectors.length));
  return mean;
}
