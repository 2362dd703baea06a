// Byte tokens, which encode characters that the vocabulary lacks.
import type { Vocabulary } from './vocabulary.js';

const utf8 = new TextEncoder();

/** Splits a text into byte tokens such as '<0xE4>'; null if the vocabulary lacks any of them. */
export function byteTokensOf(text: string, vocabulary: Vocabulary): string[] | null {
  const tokens = Array.from(utf8.encode(text), (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  return tokens.every((token) => vocabulary.idOf(token) !== undefined) ? tokens : null;
}
