// Where in the user's text each token of a tokenizer stands: tokenizers do not say.

/** Where a token stands, in UTF-16 units. Tokens that are parts of one character all stand at this character. */
export interface Span {
  start: number;
  end: number;
}

/** The bytes for which byte-level tokenizers (Radford et al. 2019) write each of their characters. */
const BYTE_OF = new Map<string, number>();
{
  let next = 256; // bytes that are not printed have the characters from here on
  for (let byte = 0; byte < 256; ++byte) {
    const isPrinted = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    BYTE_OF.set(String.fromCharCode(isPrinted ? byte : next++), byte);
  }
}

const CHARACTERS = [...BYTE_OF.keys()];

const utf8 = new TextEncoder();

/** A text as byte-level tokenizers write it. */
export const asBytes = (text: string): string => Array.from(utf8.encode(text), (byte) => CHARACTERS[byte]!).join('');

/** How a tokenizer writes its tokens. */
export type Writing = 'bytes' | 'metaspace' | 'wordpiece';

/** The bytes that a token stands for. */
export function bytesOfToken(token: string, writing: Writing): readonly number[] {
  if (writing === 'bytes') return Array.from(token, (character) => BYTE_OF.get(character) ?? 0);
  if (writing === 'wordpiece') return [...utf8.encode(token.replace(/^##/, ''))];
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
  return byte ? [parseInt(byte[1]!, 16)] : [...utf8.encode(token.replaceAll('▁', ' '))];
}

/** What tokens are compared by: all but white space; where the tokenizer normalizes, without case and accents. */
const folded = (character: string, writing: Writing) =>
  writing === 'wordpiece'
    ? character
        .normalize('NFKD')
        .replace(/[\p{Mn}\s]/gu, '')
        .toLowerCase()
    : character.replace(/\s/gu, '');

/** How many bytes of the text may be missing among the tokens, as those of an unknown word are. */
const MAX_SKIPPED = 256;
/** Bytes that are compared for a text: a tokenizer may give tokens that are not in it. Beyond that no more are looked for. */
const MAX_COMPARED = 2 ** 24;

/**
 * The span of each token, in the order of the text; a special token has none and stands where the text goes on.
 * @param tokens as the tokenizer writes them; null: a special token
 */
export function spansOf(text: string, tokens: readonly (string | null)[], writing: Writing): Span[] {
  // Each byte of the text, and the character that it is part of.
  const bytes: number[] = [];
  const places: Span[] = [];
  let at = 0;
  for (const character of text) {
    const place = { start: at, end: (at += character.length) };
    for (const byte of utf8.encode(folded(character, writing))) {
      bytes.push(byte);
      places.push(place);
    }
  }
  let next = 0;
  const search = { left: MAX_COMPARED };
  const known = new Map<string | null, readonly number[]>([[null, []]]);
  return tokens.map((token) => {
    const expected = known.get(token) ?? visibleBytes(bytesOfToken(token!, writing), writing);
    known.set(token, expected);
    const found = expected.length > 0 ? indexOf(bytes, expected, next, search) : -1;
    if (found < 0) {
      const start = places[next]?.start ?? text.length;
      return { start, end: start };
    }
    next = found + expected.length;
    return { start: places[found]!.start, end: places[next - 1]!.end };
  });
}

/** Where one list is in another, from this index on; −1: nowhere, or there is nothing `left` to compare. */
function indexOf(list: readonly number[], part: readonly number[], from: number, search: { left: number }): number {
  const end = Math.min(from + MAX_SKIPPED, list.length - part.length);
  for (let start = from; start <= end && search.left > 0; ++start) {
    const differs = part.findIndex((byte, index) => list[start + index] !== byte);
    if (differs < 0) return start;
    search.left -= differs + 1;
  }
  return -1;
}

/** Bytes of whole characters, folded; others as they are. */
function visibleBytes(bytes: readonly number[], writing: Writing): readonly number[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return Array.from(text).flatMap((character) => [...utf8.encode(folded(character, writing))]);
  } catch {
    return bytes;
  }
}
