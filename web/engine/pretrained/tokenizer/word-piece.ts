// WordPiece (Wu et al. 2016, as in BERT), which splits a word by repeatedly taking the longest token that is a prefix
// of the rest of the word.
import { Trie, codePointsOf } from './trie.js';
import { vocabularyOf, type Vocabulary } from './vocabulary.js';
import type { Part } from './part.js';
import type { Work } from './work.js';

const MAX_CHARACTERS = 2 ** 12;

export class WordPieces {
  readonly vocabulary: Vocabulary;
  readonly #name: string;
  readonly #work: Work;
  readonly #first: Trie;
  /** Tokens that continue a word, without the prefix that marks them as such, '##' in BERT. */
  readonly #rest: Trie;
  readonly #unknown: string;
  readonly #maxCharacters: number;

  constructor(part: Part, work: Work) {
    this.#name = part.name;
    this.#work = work;
    this.vocabulary = vocabularyOf(part);
    const prefix = part.text('continuing_subword_prefix', '##');
    this.#unknown = part.text('unk_token', '[UNK]');
    this.#maxCharacters = part.whole('max_input_chars_per_word', 0, MAX_CHARACTERS, 100);
    this.#first = new Trie(part.nameOf('vocab'));
    this.#rest = new Trie(part.nameOf('vocab'));
    for (const [token, id] of this.vocabulary.entries()) {
      this.#first.add(token, id);
      if (token.startsWith(prefix)) this.#rest.add(token.slice(prefix.length), id);
    }
  }

  encode(words: readonly string[]): string[] {
    const tokens: string[] = [];
    for (const word of words) for (const token of this.#split(word) ?? [this.#unknown]) tokens.push(token);
    return tokens;
  }

  /** Splits a word into tokens; null if some part of the word is not in the vocabulary. */
  #split(word: string): string[] | null {
    const points = codePointsOf(word);
    if (points.length > this.#maxCharacters) return null;
    const tokens: string[] = [];
    let begin = 0;
    while (begin < points.length) {
      let [id, end] = [-1, begin];
      const steps = (begin === 0 ? this.#first : this.#rest).each(
        points,
        begin,
        (value, at) => ([id, end] = [value, at]),
      );
      this.#work.spend(this.#name, steps);
      if (id < 0) return null;
      tokens.push(this.vocabulary.tokenOf(id)!);
      begin = end;
    }
    return tokens;
  }
}
