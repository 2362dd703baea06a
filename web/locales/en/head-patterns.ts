// English names of attention patterns, worded to follow the article "the".
import type { PatternNames } from '../head-patterns.js';

export const patterns: PatternNames = {
  previous: 'previous token',
  next: 'next token',
  itself: 'token itself',
  first: 'first token',
  duplicate: 'same token earlier',
  induction: 'token after the same one',
  word: 'rest of its word',
  previousWord: 'previous word',
  punctuation: 'punctuation',
};
