// Rows of the lens: equal neighbors become one span, so that words can be read at many layers.
import type { LensCell, Lens } from './work.js';

/** Most rows; a longer text shows those up to the position of the question. */
export const MOST_ROWS = 24;

/** Positions of the rows: up to that of the question, or the first ones where that is near the beginning. */
export function shownTokens(count: number, position: number): number[] {
  const length = Math.min(count, MOST_ROWS);
  const first = Math.max(0, Math.min(position + 1 - length, count - length));
  return Array.from({ length }, (_, at) => first + at);
}

/** Places next to each other at which the same token is the most probable. */
export interface Span {
  /** First place, and the one after the last. */
  readonly begin: number;
  readonly end: number;
  readonly id: number;
  readonly text: string;
  /** Probability of the token at each place. */
  readonly probabilities: readonly number[];
}

/** @param row of the lens */
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

/** Ranks that are among the first. */
export const FIRST_RANKS = 10;

/** First place from which on the token stays among the most probable to the end; null: it is not among them at the end. */
export function amongFirst({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ rank }) => rank > FIRST_RANKS);
  return behind === followed.length - 1 ? null : behind + 1;
}

/** First place from which on the token stays ahead of its rival to the end; null: it is not ahead at the end. */
export function aheadFrom({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ token, against }) => token <= against);
  return behind === followed.length - 1 ? null : behind + 1;
}
