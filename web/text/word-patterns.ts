// Attention patterns defined on words, for models with subword tokens: used to measure heads and to find matching tokens in a
// text.

export const HAS_LETTER = /[\p{L}\p{N}]/u;

/** Patterns that need word boundaries, named like the measures of heads. */
export const WORD_PATTERNS = ['word', 'previousWord', 'punctuation'] as const;
export type WordPattern = (typeof WORD_PATTERNS)[number];

/** Word index of each token; punctuation belongs to the preceding word. */
const wordsOf = (prose: readonly string[]): number[] => {
  let word = 0;
  return prose.map((token) => (/^\s/u.test(token) ? ++word : word));
};

/**
 * Returns the earlier tokens that match a pattern for a query token.
 * @param prose tokens as they appear in the text, each with its preceding white space
 * @returns an empty list if the pattern does not apply to the query
 */
export function keysNamed(prose: readonly string[]): (pattern: WordPattern, query: number) => readonly number[] {
  const words = wordsOf(prose);
  const isLetters = prose.map((token) => HAS_LETTER.test(token));
  return (pattern, query) => {
    const before = Array.from({ length: query }, (_, key) => key);
    const own = words[query]!;
    switch (pattern) {
      case 'word':
        return before.filter((key) => words[key] === own && isLetters[key]);
      case 'previousWord': {
        const nearest = before.findLast((key) => words[key]! < own && isLetters[key]);
        return nearest === undefined ? [] : before.filter((key) => words[key] === words[nearest] && isLetters[key]);
      }
      case 'punctuation':
        return before.filter((key) => key > 0 && !isLetters[key] && prose[key]!.trim() !== '');
    }
  };
}
