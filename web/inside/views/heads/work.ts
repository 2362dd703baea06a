// Scores of all heads for what heads are known to do, their attention on the text of the run, and heads that attend alike there.
import { attentionsOf, headsOf } from '../../../analysis/components.js';
import { inTurns } from '../../../analysis/in-turns.js';
import { isSameHead, type HeadRef } from '../../../engine/transformer/head-ref.js';
import { headScores, type HeadScores } from '../../../analysis/index.js';
import { patterns } from '../../work/patterns.js';
import type { Context, Inspected } from '../../work/inspected.js';

/** Scores are of the model alone. */
async function heads(inspected: Inspected, _: object, { signal, report }: Context): Promise<HeadScores> {
  inspected.scores ??= await headScores(inspected.model, { signal, onProgress: report });
  inspected.keep('heads', inspected.scores);
  return inspected.scores;
}

/** A head, and the share of the weight that it places as another one does. */
export interface SimilarHead {
  readonly at: HeadRef;
  readonly overlap: number;
}

export interface Similar {
  /** The most similar ones, in descending order. */
  readonly heads: readonly SimilarHead[];
  /** Mean over all other heads of the attention. */
  readonly mean: number;
}

/** Heads that are listed. */
const LISTED = 3;

/** Similarity of the heads of an attention to one of them. */
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
 * Weighted Jaccard similarity of two heads: mean over the queries of Σ_j min(a_j, b_j) / Σ_j max(a_j, b_j), without the first key, on
 * which most heads rest. A query whose weight is all on the first key in both heads is not counted.
 * @param one, other weights [queries, keys]
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

/** Weight beyond the first key from which on a query counts. */
const LEAST = 0.01;

export const requests = { heads, patterns, similar };
