// Checks the text that a model reads, and splits it into tokens.
import { expectText } from '../core/checks.js';
import { tokenize, type Token } from '../../text/tokenize.js';
import type { WordFeatures } from '../../text/word-features.js';

/** Maximum number of tokens in a text, because the weights of all heads are stored, [heads, tokens, tokens]. */
export const MAX_TOKENS = 1024;

/**
 * Returns the embedding features (rows of the embedding table and their weights) of a token whose embedding is the
 * single row `id`.
 */
export const embeddingRow = (id: number): WordFeatures => ({ rows: [id], weights: [1] });

/**
 * Splits a text into tokens.
 * @throws RangeError if the text has no token or more than MAX_TOKENS
 */
export function tokenizeChecked(name: string, text: unknown): Token[] {
  const tokens = tokenize(expectText(name, text));
  if (tokens.length === 0) throw new RangeError(`${name}: expected at least one token, got none`);
  if (tokens.length > MAX_TOKENS) {
    throw new RangeError(`${name}: expected at most ${MAX_TOKENS} tokens, got ${tokens.length}`);
  }
  return tokens;
}
