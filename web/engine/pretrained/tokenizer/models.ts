// Tokenizer models, which split words into tokens.
import { BytePairs } from './bpe.js';
import { Unigrams } from './unigram.js';
import { WordPieces } from './word-piece.js';
import { vocabularyOf, type Vocabulary } from './vocabulary.js';
import type { Part } from './part.js';
import type { Work } from './work.js';

export interface TokenModel {
  readonly vocabulary: Vocabulary;
  /** Id of the unknown token; undefined if the model has none. */
  readonly unknown?: number | undefined;
  encode: (words: readonly string[]) => string[];
}

const KINDS = ['BPE', 'WordPiece', 'Unigram', 'WordLevel'] as const;

/**
 * Creates the tokenizer model that the field `model` describes.
 * @throws TypeError or RangeError that names the invalid field
 */
export function modelOf(part: Part, work: Work): TokenModel {
  switch (part.oneOf('type', KINDS, likelyKindOf(part))) {
    case 'BPE':
      return new BytePairs(part, work);
    case 'WordPiece':
      return new WordPieces(part, work);
    case 'Unigram':
      return new Unigrams(part, work);
    case 'WordLevel': {
      const vocabulary = vocabularyOf(part);
      const unknown = part.has('unk_token') ? part.text('unk_token') : null;
      const tokenOf = (word: string) => (unknown === null || vocabulary.idOf(word) !== undefined ? word : unknown);
      return { vocabulary, encode: (words) => words.map(tokenOf) };
    }
  }
}

/** Infers the type of the tokenizer model from its fields. Files from before 2022 do not state it. */
function likelyKindOf({ fields }: Part): (typeof KINDS)[number] | undefined {
  if (Array.isArray(fields['vocab'])) return 'Unigram';
  if (fields['merges'] !== undefined) return 'BPE';
  return fields['continuing_subword_prefix'] === undefined ? undefined : 'WordPiece';
}
