// Selects the strongest pairs of parts of a score, and labels the axes of their map.
import type { ScorePart } from './score-parts.js';
import type { SharesOfPairs } from './work.js';

export interface PairOfParts {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** The pairs of a score with the largest magnitudes, in descending order, and the sum of all others. */
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

/** Adjacent parts of a query or key with a common label: those of a layer, or of the same kind. */
export interface LabeledParts {
  readonly begin: number;
  readonly end: number;
  /** Layer of the parts; null if they belong to none. */
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
