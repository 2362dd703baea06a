// Two texts below each other, with gaps where a token has no counterpart.
import type { Side, TextPair } from '../work/pair/pair.js';

/** A token of the clean text above one of the corrupted text; null: a gap. */
export interface AlignedColumn {
  readonly clean: number | null;
  readonly corrupted: number | null;
  readonly isSame: boolean;
}

type Alignment = Pick<TextPair, 'tokens' | 'alignment'>;

export function alignedColumns({ tokens, alignment }: Alignment): AlignedColumn[] {
  const columns: AlignedColumn[] = [];
  let [clean, corrupted] = [0, 0];
  const gapsUntil = (end: number, otherEnd: number) => {
    for (; clean < end; ++clean) columns.push({ clean, corrupted: null, isSame: false });
    for (; corrupted < otherEnd; ++corrupted) columns.push({ clean: null, corrupted, isSame: false });
  };
  for (const [one, other] of alignment) {
    gapsUntil(one, other);
    const isSame = tokens.clean[one]!.id === tokens.corrupted[other]!.id;
    columns.push({ clean: one, corrupted: other, isSame });
    [clean, corrupted] = [one + 1, other + 1];
  }
  gapsUntil(tokens.clean.length, tokens.corrupted.length);
  return columns;
}

/** Columns near a difference, and the last ones; null stands for those that are left out. */
export function shownColumns(columns: readonly AlignedColumn[], around = 5): (AlignedColumn | null)[] {
  const isNear = (at: number) =>
    at >= columns.length - around ||
    columns.slice(Math.max(0, at - around), at + around + 1).some((each) => !each.isSame);
  const shown: (AlignedColumn | null)[] = [];
  columns.forEach((each, at) => {
    if (columns.length <= 6 * around || isNear(at)) shown.push(each);
    else if (shown.at(-1) !== null || shown.length === 0) shown.push(null);
  });
  return shown;
}

/**
 * Tokens of the run that is patched, as the rows of the map: all, or of a long text those near a difference and the last ones.
 * @returns positions in ascending order
 */
export const patchedRows = (pair: Alignment, base: Side): number[] =>
  shownColumns(alignedColumns(pair)).flatMap((column) => column?.[base] ?? []);
