// Measures that describe a head's attention, each averaged over the query tokens to which it applies.
import type { HeadMeasure } from '../../view/head-order.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Function that computes a measure from the weights of one query; null if the measure does not apply to the query,
 * which is then left out of the mean.
 */
type RowMeasure = (weights: ArrayLike<number>, query: number) => number | null;

/**
 * Measure: the weight on the key at an offset from the query; null if there is no such key, as before the first token.
 */
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
  /** Measure: the entropy of the weights in bits; 0 if one key has all the weight, log₂ n for uniform weights. */
  entropy: (weights) => weightedSum(weights, (_, weight) => -Math.log2(weight)),
  /** Measure: the mean distance from the query to its keys, in tokens. */
  distance: (weights, query) => weightedSum(weights, (key) => Math.abs(key - query)),
  previous: weightAt(-1),
  itself: weightAt(0),
  next: weightAt(1),
  first: (weights) => weights[0]!,
};

/**
 * True if the measure applies to an attention type. Measures of distance do not apply to cross-attention, where the
 * keys are tokens of another text.
 */
export const isMeasurable = (measure: HeadMeasure, isCross: boolean): boolean =>
  !isCross || measure === 'entropy' || measure === 'first';

/** Cache of the measures of each head, kept as long as the head's weights exist. */
const known = new WeakMap<Tensor, Map<HeadMeasure, number | null>>();

/**
 * Mean of a measure over the queries of a head; null if the measure applies to no query.
 * @param weights weights of the head, [queries, keys]
 */
export function measureOf(measure: HeadMeasure, weights: Tensor): number | null {
  const measures = known.get(weights) ?? new Map<HeadMeasure, number | null>();
  const value = measures.has(measure) ? measures.get(measure)! : computed(measure, weights);
  known.set(weights, measures.set(measure, value));
  return value;
}

/**
 * True if the query attends to any key. Otherwise, because all its keys are masked or the head is switched off, no
 * measure applies.
 */
const attends = (weights: Float32Array): boolean => weights.some((weight) => weight > 0);

function computed(measure: HeadMeasure, { data, shape }: Tensor): number | null {
  const [queries, keys] = shape as [number, number];
  const values = Array.from({ length: queries }, (_, query) => {
    const weights = data.subarray(query * keys, (query + 1) * keys);
    return attends(weights) ? MEASURES[measure](weights, query) : null;
  }).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
