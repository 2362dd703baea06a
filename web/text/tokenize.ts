/** A word of a text and its position, in UTF-16 units. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Matches a text segment that contains a visible character: anything but white space, control and format characters.
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

// Matches words in browsers without Intl.Segmenter: single Han characters, sequences of other letters, and other single
// characters.
const WITHOUT_SEGMENTER = /\p{Script=Han}|[\p{L}\p{N}\p{M}'’]+|[^\s]/gu;

/** True if the browser has Intl.Segmenter. Without it, words are approximate: Chinese is split into characters. */
export const hasSegmenter = typeof Intl.Segmenter === 'function';

let segmenter: Intl.Segmenter | null = null;

/**
 * Creates the segmenter that splits a text into words. ICU splits Chinese by a dictionary in every locale; with a fixed
 * locale, all users get the same words. It is created on demand, because a browser takes about 25 ms to load the
 * dictionary.
 */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return segmenter;
}

/**
 * Number of UTF-16 units that ICU segments at a time, since its time grows with the square of the length: 9 s for
 * 65,536 Chinese characters.
 */
const CHUNK = 4096;
/**
 * Overlap of consecutive chunks of text. Words this close to the end of a chunk may be incomplete, and are segmented
 * again with the next chunk.
 */
const MARGIN = 64;

interface Segment {
  readonly segment: string;
  readonly index: number;
}

/**
 * Yields the segments (words, spaces, punctuation) of a text, chunk by chunk. Each chunk starts where a segment ends.
 */
function* segmentsOf(text: string): Generator<Segment, void, void> {
  let [start, length] = [0, CHUNK];
  while (start < text.length) {
    const end = start + length >= text.length ? Infinity : length - MARGIN;
    let next = start;
    for (const { segment, index } of wordSegmenter().segment(text.slice(start, start + length))) {
      if (index + segment.length > end) break;
      yield { segment, index: start + index };
      next = start + index + segment.length;
      if (length > CHUNK) break; // the segment is longer than a chunk
    }
    length = next > start ? CHUNK : 2 * length;
    start = next;
  }
}

/**
 * Splits a text into words; punctuation marks and emoji count as words.
 * @throws TypeError if `text` is not a string
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
