// Measures of a head's attention: one number each, a mean over the query tokens that the measure applies to.
import type { HeadMeasure } from '../../view/head-order.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Value for one query's weights; null: the measure does not apply to this query, which then does not count. */
type RowMeasure = (weights: ArrayLike<number>, query: number) => number | null;

/** The weight on a key at a distance, where there is such a key: the first token has none before it. */
const weightAt =
  (offset: number): RowMeasure =>
  (weights, query) =>
    weights[query + offset] ?? null;

function weightedSum(weights: ArrayLike<number>, of: (key: number, weight: number) => number): number {
  let sum = 0;
  for (let key = 0; key < weights.length; key++) {
    if (weights[key]! > 0) sum += weights[key]! * of(key, weights[key]!);
  }
  return sum;
}

const MEASURES: Readonly<Record<HeadMeasure, RowMeasure>> = {
  /** Entropy in bits: 0 if all weight is on one key, log₂ n if it is uniform. */
  entropy: (weights) => weightedSum(weights, (_, weight) => -Math.log2(weight)),
  /** Mean distance in tokens. */
  distance: (weights, query) => weightedSum(weights, (key) => Math.abs(key - query)),
  previous: weightAt(-1),
  itself: weightAt(0),
  next: weightAt(1),
  first: (weights) => weights[0]!,
};

/** The measures that compare positions say nothing of cross-attention, whose keys are other tokens. */
export const isMeasurable = (measure: HeadMeasure, isCross: boolean): boolean =>
  !isCross || measure === 'entropy' || measure === 'first';

/** Measures by weights, kept as long as the weights exist. */
const known = new WeakMap<Tensor, Map<HeadMeasure, number | null>>();

/** The mean of a measure over the queries of one head's weights, [queries, keys]; null: it applies to none of them. */
export function measureOf(measure: HeadMeasure, weights: Tensor): number | null {
  const measures = known.get(weights) ?? new Map<HeadMeasure, number | null>();
  const value = measures.has(measure) ? measures.get(measure)! : computed(measure, weights);
  known.set(weights, measures.set(measure, value));
  return value;
}

/** A query whose keys are all masked, or whose head is switched off, attends to nothing: no measure applies to it. */
const attends = (weights: Float32Array): boolean => weights.some((weight) => weight > 0);

function computed(measure: HeadMeasure, { data, shape }: Tensor): number | null {
  const [queries, keys] = shape as [number, number];
  const values = Array.from({ length: queries }, (_, query) => {
    const weights = data.subarray(query * keys, (query + 1) * keys);
    return attends(weights) ? MEASURES[measure](weights, query) : null;
  }).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
