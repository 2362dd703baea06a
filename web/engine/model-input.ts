// The text that goes into a model, checked.
import { expectText } from './checks.js';
import { tokenize, type Token } from '../text/tokenize.js';

/** The most words that one text may have: the weights of all heads are held at once, [heads, words, words]. */
export const LONGEST_TEXT = 1024;

/** The words of a text that has some, and not too many. */
export function checkText(name: string, text: unknown): Token[] {
  const tokens = tokenize(expectText(name, text));
  if (tokens.length === 0) throw new RangeError(`${name}: expected at least one word, got none`);
  if (tokens.length > LONGEST_TEXT) {
    throw new RangeError(`${name}: expected at most ${LONGEST_TEXT} words, got ${tokens.length}`);
  }
  return tokens;
}
