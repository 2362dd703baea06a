/**
 * Range of a token in its text, in UTF-16 units. Tokens that are parts of one character have the range of that
 * character.
 */
export interface Span {
  start: number;
  end: number;
}

/** Byte values by the characters that represent them in the tokens of byte-level tokenizers (Radford et al. 2019). */
const BYTE_OF = new Map<string, number>();
{
  let next = 256; // the characters from here on stand for bytes that are not printable
  for (let byte = 0; byte < 256; ++byte) {
    const isPrinted = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    BYTE_OF.set(String.fromCharCode(isPrinted ? byte : next++), byte);
  }
}

const CHARACTERS = [...BYTE_OF.keys()];

const utf8 = new TextEncoder();

/** Represents each UTF-8 byte of a text by one character, as byte-level tokenizers do in their tokens. */
export const asBytes = (text: string): string => Array.from(utf8.encode(text), (byte) => CHARACTERS[byte]!).join('');

/**
 * Notation of a tokenizer's tokens. 'bytes': each character represents a byte; 'metaspace': ▁ represents a space;
 * 'wordpiece': ## begins a token within a word.
 */
export type Writing = 'bytes' | 'metaspace' | 'wordpiece';

export function bytesOfToken(token: string, writing: Writing): readonly number[] {
  if (writing === 'bytes') return Array.from(token, (character) => BYTE_OF.get(character) ?? 0);
  if (writing === 'wordpiece') return [...utf8.encode(token.replace(/^##/, ''))];
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
  return byte ? [parseInt(byte[1]!, 16)] : [...utf8.encode(token.replaceAll('▁', ' '))];
}

/**
 * Converts a character to the form in which tokens and texts are compared: without white space and, for WordPiece,
 * without case and accents.
 */
const folded = (character: string, writing: Writing) =>
  writing === 'wordpiece'
    ? character
        .normalize('NFKD')
        .replace(/[\p{Mn}\s]/gu, '')
        .toLowerCase()
    : character.replace(/\s/gu, '');

/** Maximum number of bytes of a text that may be skipped between two tokens, such as those of an unknown word. */
const MAX_SKIPPED = 256;
/**
 * Maximum number of byte comparisons per text. After them, the search for tokens stops, since it is slow if the tokens
 * do not occur in the text.
 */
const MAX_COMPARED = 2 ** 24;

/**
 * Finds the span of each token in a text, in order. A special token, or one that is not found, has an empty span at the
 * current position.
 * @param tokens tokens as the tokenizer writes them; null for a special token
 */
export function spansOf(text: string, tokens: readonly (string | null)[], writing: Writing): Span[] {
  const { bytes, starts } = foldedBytes(text, writing);
  let next = 0;
  const search = { left: MAX_COMPARED };
  const known = new Map<string | null, readonly number[]>([[null, []]]);
  return tokens.map((token) => {
    const expected = known.get(token) ?? visibleBytes(bytesOfToken(token!, writing), writing);
    known.set(token, expected);
    const found = expected.length > 0 ? indexOf(bytes, expected, next, search) : -1;
    if (found < 0) {
      const start = starts[next] ?? text.length;
      return { start, end: start };
    }
    next = found + expected.length;
    const last = starts[next - 1]!;
    return { start: starts[found]!, end: last + String.fromCodePoint(text.codePointAt(last)!).length };
  });
}

/**
 * Bytes of a text in the form in which they are compared with tokens, and for each byte the index of its character in
 * the text.
 */
function foldedBytes(text: string, writing: Writing): { bytes: Uint8Array; starts: Uint32Array } {
  const characters = Array.from(text, (character) => folded(character, writing));
  const most = 3 * characters.reduce((sum, { length }) => sum + length, 0);
  const [bytes, starts] = [new Uint8Array(most), new Uint32Array(most)];
  let [count, at] = [0, 0];
  for (const character of characters) {
    const { written } = utf8.encodeInto(character, bytes.subarray(count));
    starts.fill(at, count, (count += written));
    at += String.fromCodePoint(text.codePointAt(at)!).length;
  }
  return { bytes: bytes.subarray(0, count), starts: starts.subarray(0, count) };
}

/**
 * Index at which a list contains another, searched from `from` on; −1 if it is not found, or if the number of remaining
 * comparisons, `left`, reaches 0.
 */
function indexOf(list: Uint8Array, part: readonly number[], from: number, search: { left: number }): number {
  const end = Math.min(from + MAX_SKIPPED, list.length - part.length);
  for (let start = from; start <= end && search.left > 0; ++start) {
    const differs = part.findIndex((byte, index) => list[start + index] !== byte);
    if (differs < 0) return start;
    search.left -= differs + 1;
  }
  return -1;
}

/**
 * Converts a token's bytes to the form in which they are compared with a text. Bytes of an incomplete character are
 * unchanged.
 */
function visibleBytes(bytes: readonly number[], writing: Writing): readonly number[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return Array.from(text).flatMap((character) => [...utf8.encode(folded(character, writing))]);
  } catch {
    return bytes;
  }
}
