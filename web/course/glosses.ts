// Glosses (pronunciation and meaning) of tokens that are in another language than the interface. Only the tokens of
// this project's sentences have glosses.
import type { Glosses } from '../locales/glosses.js';

export interface Gloss {
  token: string;
  sound: string;
  meaning: string;
}

/**
 * Glosses of those tokens that have one, in the order of the text and without repetition. A gloss shows its token with
 * the upper or lower case of the first occurrence.
 */
export function glossesOf({ words }: Glosses, tokens: readonly string[]): readonly Gloss[] {
  const found = new Map<string, Gloss>();
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (found.has(word) || !Object.hasOwn(words, word)) continue;
    const [sound, meaning] = words[word]!;
    found.set(word, { token, sound, meaning });
  }
  return [...found.values()];
}
