// Worker side of the view `score`, which decomposes an attention score into contributions of pairs: a part of the query
// and a part of the key.
import { partsOf, summedParts, type ScorePart } from './score-parts.js';
import { scoreAttribution } from '../../../analysis/index.js';
import { shownTokens } from '../../work/answer.js';
import { stackOf, type HeadRef } from '../../../engine/transformer/head-ref.js';
import type { Inspected } from '../../work/inspected.js';
import type { Measure } from '../../state.js';

export interface ScoreArgument {
  readonly at: HeadRef;
  readonly query: number;
  /** Position of the key. If it is null, or if the key is masked, the key with the largest weight takes its place. */
  readonly key: number | null;
}

/**
 * Contributions of the pairs to a score, [query parts, key parts]. Together with the residual, they add up to the
 * total.
 */
export interface SharesOfPairs {
  readonly values: Float32Array;
  readonly total: number;
  readonly residual: number;
}

export interface AttributedScore {
  readonly at: HeadRef;
  readonly query: number;
  readonly key: number;
  readonly tokens: { readonly query: string; readonly key: string };
  /** Positions of the keys that the query may attend to. */
  readonly keys: readonly number[];
  readonly weight: number;
  /** Parts into which the query is decomposed, one for each row of the contributions. */
  readonly queryParts: readonly ScorePart[];
  /** Parts into which the key is decomposed, one for each column of the contributions. */
  readonly keyParts: readonly ScorePart[];
  readonly shares: Readonly<Record<Measure, SharesOfPairs>>;
}

function score(inspected: Inspected, { at, query, key }: ScoreArgument): AttributedScore {
  const { run } = inspected;
  const { attention, layer, head } = at;
  const read = (step: string) =>
    run.activation(`${attention}.${layer}.${step}`, { heads: [head], queries: [query] }).data;
  const [masked, weights] = [read('masked'), read('weights')];
  const keys = [...masked.keys()].filter((each) => masked[each] !== -Infinity);
  const chosen = key !== null && keys.includes(key) ? key : mostAttended(weights, keys);
  const result = scoreAttribution(run, attention, layer, head, query, chosen);
  inspected.keep('score', result);
  const [queryParts, keyParts] = [partsOf(result.querySources), partsOf(result.keySources)];
  const values = summedParts(result.values.data, queryParts, keyParts);
  const relative = summedParts(result.relative.data, queryParts, keyParts);
  const textOf = (stack: 'encoder' | 'decoder', position: number) => shownTokens(run, stack)[position]!.text;
  const ofKeys = attention === 'decoder' ? 'decoder' : 'encoder';
  return {
    at,
    query,
    key: chosen,
    tokens: { query: textOf(stackOf(attention), query), key: textOf(ofKeys, chosen) },
    keys,
    weight: weights[chosen]!,
    queryParts: queryParts.parts,
    keyParts: keyParts.parts,
    shares: {
      score: { values, total: result.score, residual: result.residual },
      relative: { values: relative, total: relative.reduce((sum, each) => sum + each, 0), residual: 0 },
    },
  };
}

/**
 * Position of the key with the largest weight. The first token, an attention sink, is chosen only if there is no other.
 */
export function mostAttended(weights: ArrayLike<number>, keys: readonly number[]): number {
  const others = keys.filter((key) => key > 0);
  return others.reduce((best, key) => (weights[key]! > weights[best]! ? key : best), others[0] ?? keys[0]!);
}

export const requests = { score };
