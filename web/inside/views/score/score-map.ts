// Finds the strongest pairs of parts in a decomposed attention score, and groups the parts for the labels of the map.
import type { ScorePart } from './score-parts.js';
import type { SharesOfPairs } from './work.js';

export interface PairOfParts {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/**
 * Pairs of a query part and a key part with the largest contributions to the score, in descending order of magnitude;
 * number and sum of all other pairs.
 */
export function strongestPairs(
  { values }: Pick<SharesOfPairs, 'values'>,
  columns: number,
  count: number,
): { readonly pairs: readonly PairOfParts[]; readonly others: number; readonly rest: number } {
  const order = [...values.keys()].sort((one, other) => Math.abs(values[other]!) - Math.abs(values[one]!));
  const pairs = order
    .slice(0, count)
    .map((at) => ({ row: Math.floor(at / columns), column: at % columns, value: values[at]! }));
  const rest = order.slice(count).reduce((sum, at) => sum + values[at]!, 0);
  return { pairs, others: Math.max(0, order.length - count), rest };
}

/** Adjacent parts of a query or key that share a label: the parts of a layer, or a single part outside the layers. */
export interface LabeledParts {
  readonly begin: number;
  readonly end: number;
  /** Layer to which the parts belong; null if they belong to no layer. */
  readonly layer: number | null;
  readonly kind: ScorePart['kind'];
}

export function labeledParts(parts: readonly ScorePart[]): LabeledParts[] {
  const groups: LabeledParts[] = [];
  parts.forEach(({ kind, layer }, at) => {
    const last = groups.at(-1);
    if (last && layer !== null && last.layer === layer) groups[groups.length - 1] = { ...last, end: at + 1 };
    else groups.push({ begin: at, end: at + 1, layer, kind });
  });
  return groups;
}
