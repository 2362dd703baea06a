// Glosses of tokens in the language that the interface does not have. They are of our own sentences; none is made up.
import type { Glosses } from '../locales/glosses.js';

export interface Gloss {
  token: string;
  sound: string;
  meaning: string;
}

/** The tokens that have a gloss, each once in whichever case comes first, in their order. */
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
