// Glosses of tokens that are in another language than the interface. There are glosses for the sentences of this
// project only.
import type { Glosses } from '../locales/glosses.js';

export interface Gloss {
  token: string;
  sound: string;
  meaning: string;
}

/**
 * Tokens that have a gloss, in the order of the text, without repetitions. Their case is that of the first occurrence.
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
