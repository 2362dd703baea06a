// Text → tokens: words as people see them, in any script.

/** A word and where it stands in the text, in UTF-16 units. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Segments that have something to see: not white space, control or format characters only.
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

// Where a browser has no Intl.Segmenter: Han characters one by one, other letters in runs, the rest one by one.
const WITHOUT_SEGMENTER = /\p{Script=Han}|[\p{L}\p{N}\p{M}'’]+|[^\s]/gu;

/** Whether words are found as Unicode and a dictionary have them, or only roughly (Chinese character by character). */
export const hasSegmenter = typeof Intl.Segmenter === 'function';

let segmenter: Intl.Segmenter | null = null;

/**
 * ICU finds Chinese words by a dictionary whatever the locale; a fixed one gives every user the same words. It is
 * made when it is needed: reading the dictionary takes a browser some 25 ms.
 */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return segmenter;
}

/** In UTF-16 units: ICU takes time that grows with the square of a text, for 65,536 Chinese characters some 9 s. */
const PIECE = 4096;
/** More than the longest word of a dictionary: words so near the end of a piece may be cut, and are found in the next. */
const MARGIN = 64;

interface Segment {
  readonly segment: string;
  readonly index: number;
}

/** The segments of a text, found piece by piece, each piece from the start of a segment. */
function* segmentsOf(text: string): Generator<Segment, void, void> {
  let [start, length] = [0, PIECE];
  while (start < text.length) {
    const end = start + length >= text.length ? Infinity : length - MARGIN;
    let next = start;
    for (const { segment, index } of wordSegmenter().segment(text.slice(start, start + length))) {
      if (index + segment.length > end) break;
      yield { segment, index: start + index };
      next = start + index + segment.length;
      if (length > PIECE) break; // a segment longer than a piece
    }
    length = next > start ? PIECE : 2 * length;
    start = next;
  }
}

/**
 * The words of a text, punctuation marks and emoji counting as words.
 * @throws TypeError if it is not a string
 */
export function tokenize(text: string): Token[] {
  if (typeof text !== 'string')
    throw new TypeError(`text: expected a string, got ${text === null ? 'null' : `a value of type ${typeof text}`}`);
  const segments: Segment[] = hasSegmenter
    ? Array.from(segmentsOf(text))
    : Array.from(text.matchAll(WITHOUT_SEGMENTER), (match) => ({ segment: match[0], index: match.index }));
  return segments
    .filter(({ segment }) => VISIBLE.test(segment))
    .map(({ segment, index }) => ({ text: segment, start: index, end: index + segment.length }));
}
