// Glosses of tokens in another language than that of the interface. They exist only for the project's own sentences.
import type { Glosses } from '../locales/glosses.js';

export interface Gloss {
  token: string;
  sound: string;
  meaning: string;
}

/** Tokens with a gloss, in order, each once, in the case of its first occurrence. */
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
