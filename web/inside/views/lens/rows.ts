// Rows of the lens. Adjacent layers that predict the same token are merged into one span, so that words stay readable.
import type { LensCell, Lens } from './work.js';

/** Maximum number of rows. Of a longer text, those up to the position of the question are shown. */
export const MOST_ROWS = 24;

/** Positions of the rows: up to the position of the question, or the first ones if the question is near the beginning. */
export function shownPositions(count: number, position: number): number[] {
  const length = Math.min(count, MOST_ROWS);
  const first = Math.max(0, Math.min(position + 1 - length, count - length));
  return Array.from({ length }, (_, at) => first + at);
}

/** Adjacent layers at which the same token is the most probable. */
export interface Span {
  /** First place, and one past the last. */
  readonly begin: number;
  readonly end: number;
  readonly id: number;
  readonly text: string;
  /** Probabilities of the token, [end − begin]. */
  readonly probabilities: readonly number[];
}

/** @param row index of the row in the lens */
export function spansOf({ cells }: Pick<Lens, 'cells'>, row: number): Span[] {
  const spans: Span[] = [];
  cells.forEach((place, at) => {
    const [{ id, text, probability }] = (place[row] as LensCell).top as readonly [LensCell['top'][number]];
    const last = spans.at(-1);
    if (last?.id === id) {
      spans[spans.length - 1] = { ...last, end: at + 1, probabilities: [...last.probabilities, probability] };
    } else spans.push({ begin: at, end: at + 1, id, text, probabilities: [probability] });
  });
  return spans;
}

/** A token counts as one of the most probable if its rank is at most this. */
export const FIRST_RANKS = 10;

/** First place from which the token stays among the most probable to the end; null if it is not at the end. */
export function amongFirst({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ rank }) => rank > FIRST_RANKS);
  return behind === followed.length - 1 ? null : behind + 1;
}

/** First place from which the token stays ahead of its rival to the end; null if it is behind at the end. */
export function aheadFrom({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ token, against }) => token <= against);
  return behind === followed.length - 1 ? null : behind + 1;
}
