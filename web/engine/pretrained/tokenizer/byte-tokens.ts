// Tokens of single bytes, for characters that a vocabulary does not have.
import type { Vocabulary } from './vocabulary.js';

const utf8 = new TextEncoder();

/** '<0xE4>' and so on; null if the vocabulary does not have them all. */
export function byteTokensOf(text: string, vocabulary: Vocabulary): string[] | null {
  const tokens = Array.from(utf8.encode(text), (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  return tokens.every((token) => vocabulary.idOf(token) !== undefined) ? tokens : null;
}
