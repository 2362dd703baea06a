// Worker side of the view `heads`: role scores and attention patterns of all heads, and heads with similar patterns.
import { attentionsOf, headsOf } from '../../../analysis/components.js';
import { inTurns } from '../../../analysis/in-turns.js';
import { isSameHead, type HeadRef } from '../../../engine/transformer/head-ref.js';
import { headScores, type HeadScores } from '../../../analysis/index.js';
import { patterns } from '../../work/patterns.js';
import type { Context, Inspected } from '../../work/inspected.js';

/** Computes the role scores of all heads, once per model, since they do not depend on the text. */
async function heads(inspected: Inspected, _: object, { signal, report }: Context): Promise<HeadScores> {
  inspected.scores ??= await headScores(inspected.model, { signal, onProgress: report });
  inspected.keep('heads', inspected.scores);
  return inspected.scores;
}

/** A head, and the similarity of its attention pattern to that of the selected head, from 0 to 1. */
export interface SimilarHead {
  readonly at: HeadRef;
  readonly overlap: number;
}

export interface Similar {
  /** Most similar heads, in descending order of similarity. */
  readonly heads: readonly SimilarHead[];
  /** Mean similarity of all other heads of the same attention type to the selected head. */
  readonly mean: number;
}

/** Maximum number of similar heads in the result. */
const LISTED = 3;

/** Computes the similarity of each head of an attention type to the selected head. */
async function similar({ run, model }: Inspected, { at }: { at: HeadRef }, { signal }: Context): Promise<Similar> {
  const { attention, layer, head } = at;
  const own = run.activation(`${attention}.${layer}.weights`, { heads: [head] });
  const [, , keys] = own.shape as [number, number, number];
  const found: SimilarHead[] = [];
  const layers = attentionsOf(model).includes(attention) ? model.layers[attention] : 0;
  await inTurns(
    Array.from({ length: layers }, (_, other) => other),
    (other) => {
      const { data } = run.attention(attention, other);
      for (let each = 0; each < headsOf(model, attention); ++each) {
        const overlap = overlapOf(own.data, data.subarray(each * own.data.length, (each + 1) * own.data.length), keys);
        found.push({ at: { attention, layer: other, head: each }, overlap });
      }
    },
    signal,
  );
  const others = found.filter((each) => !isSameHead(each.at, at));
  return {
    heads: [...others].sort((one, next) => next.overlap - one.overlap).slice(0, LISTED),
    mean: others.reduce((sum, { overlap }) => sum + overlap, 0) / others.length,
  };
}

/**
 * Weighted Jaccard similarity of the attention patterns a and b of two heads: mean over the queries of Σ_j min(a_j,
 * b_j) / Σ_j max(a_j, b_j). The first key, which is the attention sink, is not counted; queries that have all their
 * weight on it in both heads are skipped.
 * @param one, other attention weights of the two heads, [queries, keys]
 */
export function overlapOf(one: Float32Array, other: Float32Array, keys: number): number {
  let [sum, count] = [0, 0];
  for (let begin = 0; begin < one.length; begin += keys) {
    let [shared, larger] = [0, 0];
    for (let at = begin + 1; at < begin + keys; ++at) {
      shared += Math.min(one[at]!, other[at]!);
      larger += Math.max(one[at]!, other[at]!);
    }
    if (larger < LEAST) continue;
    sum += shared / larger;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

/**
 * Minimum weight that a query must have on keys other than the first, in one of the two heads, to be counted in the
 * similarity.
 */
const LEAST = 0.01;

export const requests = { heads, patterns, similar };
