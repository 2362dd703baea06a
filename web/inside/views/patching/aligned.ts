// Alignment of the two sentences of the view `patching` as columns, with gaps for tokens that have no counterpart; and
// reasons why an activation cannot be patched.
import type { PatchedActivation } from '../../../analysis/patched-activation.js';
import type { Sentences, Side, Unpatchable } from './work/sentences.js';

/**
 * A column of the alignment: the position of a token in the clean sentence, and that of its counterpart in the
 * corrupted sentence; null for a gap.
 */
export interface AlignedColumn {
  readonly clean: number | null;
  readonly corrupted: number | null;
  readonly isSame: boolean;
}

type Alignment = Pick<Sentences, 'tokens' | 'alignment'>;

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

/**
 * Columns of the alignment that are displayed in a long text: those near a difference and at the end. A null stands for
 * columns that are left out.
 */
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
 * Positions of the tokens of the patched run that have rows in the map of patches: all tokens, or in a long text those
 * near a difference and at the end.
 * @returns positions in ascending order
 */
export const patchedRows = (sentences: Alignment, base: Side): number[] =>
  shownColumns(alignedColumns(sentences)).flatMap((column) => column?.[base] ?? []);

type Compared = Pick<Sentences, 'unpatchable' | 'tokens' | 'alignment'>;

/**
 * True if both sentences have the same number of tokens, and each token is aligned with the token at the same position.
 */
export const isInPlace = ({ tokens, alignment }: Pick<Sentences, 'tokens' | 'alignment'>): boolean =>
  tokens.clean.length === tokens.corrupted.length && alignment.every(([clean, corrupted]) => clean === corrupted);

/**
 * Reason why an activation cannot be patched from one sentence into the other; null if it can. Weights, for example,
 * can only be patched if all tokens are aligned with the token at the same position.
 */
export function reasonAgainst(sentences: Compared, activation: PatchedActivation): Unpatchable | 'place' | null {
  return sentences.unpatchable ?? (activation === 'weights' && !isInPlace(sentences) ? 'place' : null);
}

export const isPatchable = (sentences: Compared, activation: PatchedActivation): boolean =>
  reasonAgainst(sentences, activation) === null;
