// What the attention of a head is like, as one number: a mean over the query tokens.
import type { HeadMeasure } from '../../view/head-order.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Of one query's weights. */
type OfRow = (weights: ArrayLike<number>, query: number) => number;

const weightAt =
  (offset: number): OfRow =>
  (weights, query) =>
    weights[query + offset] ?? 0;

function weightedSum(weights: ArrayLike<number>, of: (key: number, weight: number) => number): number {
  let sum = 0;
  for (let key = 0; key < weights.length; key++) {
    if (weights[key]! > 0) sum += weights[key]! * of(key, weights[key]!);
  }
  return sum;
}

const MEASURES: Readonly<Record<HeadMeasure, OfRow>> = {
  /** In bits: 0 where all weight is on one key, log₂ n where it is even. */
  entropy: (weights) => weightedSum(weights, (_, weight) => -Math.log2(weight)),
  /** In tokens. */
  distance: (weights, query) => weightedSum(weights, (key) => Math.abs(key - query)),
  previous: weightAt(-1),
  itself: weightAt(0),
  next: weightAt(1),
  first: (weights) => weights[0]!,
};

/** The measures that compare positions say nothing of cross-attention, whose keys are other tokens. */
export const isMeasurable = (measure: HeadMeasure, isCross: boolean): boolean =>
  !isCross || measure === 'entropy' || measure === 'first';

/** What is known of the weights, as long as they are there. */
const known = new WeakMap<Tensor, Map<HeadMeasure, number>>();

/** The mean of a measure over the queries of one head's weights, [queries, keys]. */
export function measureOf(measure: HeadMeasure, weights: Tensor): number {
  const measures = known.get(weights) ?? new Map<HeadMeasure, number>();
  const value = measures.get(measure) ?? computed(measure, weights);
  known.set(weights, measures.set(measure, value));
  return value;
}

function computed(measure: HeadMeasure, { data, shape }: Tensor): number {
  const [queries, keys] = shape as [number, number];
  const of = MEASURES[measure];
  let sum = 0;
  for (let query = 0; query < queries; query++) sum += of(data.subarray(query * keys, (query + 1) * keys), query);
  return sum / queries;
}
