// Rows of the logit lens. Adjacent layers that predict the same token form one span, which makes the words readable.
import type { LensCell, Lens } from './work.js';

/** Maximum number of rows. If the text has more tokens, the rows end at the position of the question. */
export const MOST_ROWS = 24;

/**
 * Positions that have a row: those up to the question's position, or the first ones if the question is near the
 * beginning.
 */
export function shownPositions(count: number, position: number): number[] {
  const length = Math.min(count, MOST_ROWS);
  const first = Math.max(0, Math.min(position + 1 - length, count - length));
  return Array.from({ length }, (_, at) => first + at);
}

/** Adjacent layers in which the same token is the most probable one. */
export interface Span {
  /** First layer of the span, and the layer after its last. */
  readonly begin: number;
  readonly end: number;
  readonly id: number;
  readonly text: string;
  /** Probabilities of the token in the span's layers, [end − begin]. */
  readonly probabilities: readonly number[];
}

/**
 * Spans of a row of the lens.
 * @param row index of the row
 */
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

/** Maximum rank at which a token counts as one of the most probable ones. */
export const FIRST_RANKS = 10;

/**
 * First layer from which on the token is always among the most probable ones; null if it is not among them at the end.
 */
export function amongFirst({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ rank }) => rank > FIRST_RANKS);
  return behind === followed.length - 1 ? null : behind + 1;
}

/**
 * First layer from which on the token is always ahead of the one it is compared with; null if it is behind at the end.
 */
export function aheadFrom({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ token, against }) => token <= against);
  return behind === followed.length - 1 ? null : behind + 1;
}
