// Attention patterns that are defined on words, for models whose tokens are subwords. They are used to measure heads,
// and to find the tokens of a text to which a head with a measured role should attend.

export const HAS_LETTER = /[\p{L}\p{N}]/u;

/** Names of the attention patterns that require word boundaries. The measures of heads have the same names. */
export const WORD_PATTERNS = ['word', 'previousWord', 'punctuation'] as const;
export type WordPattern = (typeof WORD_PATTERNS)[number];

/** Index of the word to which each token belongs. Punctuation belongs to the word before it. */
const wordsOf = (prose: readonly string[]): number[] => {
  let word = 0;
  return prose.map((token) => (/^\s/u.test(token) ? ++word : word));
};

/**
 * Returns a function that finds the earlier tokens that match a pattern for a query token.
 * @param prose tokens as they appear in the text, each with the white space before it
 * @returns function whose result is empty if the pattern does not apply to the query
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
