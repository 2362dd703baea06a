// Rows of the logit lens. Adjacent layers that predict the same token form one span, so that there is room for the
// token's text.
import type { LensCell, Lens } from './work.js';

/**
 * Maximum number of rows in the logit lens. If the text has more tokens, the rows end at the position of the question.
 */
export const MOST_ROWS = 24;

/**
 * Positions that have a row in the logit lens: in a long text, those up to the question's position, or the first ones
 * if the question is near the beginning.
 */
export function shownPositions(count: number, position: number): number[] {
  const length = Math.min(count, MOST_ROWS);
  const first = Math.max(0, Math.min(position + 1 - length, count - length));
  return Array.from({ length }, (_, at) => first + at);
}

/** Adjacent layers in which the logit lens predicts the same token. */
export interface Span {
  /** Index of the first layer of the span; 0 is before the first layer of the model. */
  readonly begin: number;
  /** Index of the layer after the last one of the span. */
  readonly end: number;
  readonly id: number;
  readonly text: string;
  /** Probability of the token in each layer of the span, [end − begin]. */
  readonly probabilities: readonly number[];
}

/** Spans of one row of the logit lens. @param row index of the row */
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

/** Maximum rank of a token that counts as one of the most probable tokens. */
export const FIRST_RANKS = 10;

/**
 * First layer from which on the question's token is always one of the most probable tokens; null if it is not one of
 * them after the last layer.
 */
export function amongFirst({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ rank }) => rank > FIRST_RANKS);
  return behind === followed.length - 1 ? null : behind + 1;
}

/**
 * First layer from which on the question's token is always more probable than the token it is compared with; null if it
 * is not after the last layer.
 */
export function aheadFrom({ followed }: Pick<Lens, 'followed'>): number | null {
  const behind = followed.findLastIndex(({ token, against }) => token <= against);
  return behind === followed.length - 1 ? null : behind + 1;
}
