// The text that goes into a model, checked and tokenized.
import { expectString } from '../core/checks.js';
import { tokenize, type Token } from '../../text/tokenize.js';

/** The longest text, in tokens: the weights of all heads are materialized, [heads, tokens, tokens]. */
export const MAX_TOKENS = 1024;

/** @throws RangeError if the text has no token or more than MAX_TOKENS */
export function tokenizeChecked(name: string, text: unknown): Token[] {
  const tokens = tokenize(expectString(name, text));
  if (tokens.length === 0) throw new RangeError(`${name}: expected at least one token, got none`);
  if (tokens.length > MAX_TOKENS) {
    throw new RangeError(`${name}: expected at most ${MAX_TOKENS} tokens, got ${tokens.length}`);
  }
  return tokens;
}
