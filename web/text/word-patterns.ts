// What a head may attend to in a running text, word by word: the rules by which the heads of a model that reads parts of words
// are measured, and by which a text is looked at.

const HAS_LETTER = /[\p{L}\p{N}]/u;

/** The rules that need the words of a text, called as the measures of heads. */
export const WORD_PATTERNS = ['word', 'previousWord', 'punctuation'] as const;
export type WordPattern = (typeof WORD_PATTERNS)[number];

/** The word of each token, counted from 0; punctuation belongs to the word before it. */
const wordsOf = (prose: readonly string[]): number[] => {
  let word = 0;
  return prose.map((token) => (/^\s/u.test(token) ? ++word : word));
};

/**
 * The earlier tokens that a rule names for a query token.
 * @param prose the tokens as they stand in the text, each with the white space before it
 * @returns none: the rule says nothing of that query
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
