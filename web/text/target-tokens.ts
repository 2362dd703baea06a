// Tokenizer of the default model's translations. Tokens are Chinese characters and English subwords; a subword after a
// space begins with ▁.
import { tokenize, type Token } from './tokenize.js';

/** A token of the translation: its id, and its position in the text in UTF-16 units. */
export interface TargetToken extends Token {
  readonly id: number;
}

/** Special tokens that the vocabulary of every translation model contains. */
export const SPECIAL_TOKENS = ['<padding>', '<to-zh>', '<to-en>', '<end>', '<unknown>'] as const;

const SPACE = '▁';

// Matches a Chinese character or punctuation mark, before which a space has no meaning.
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

export class TargetTokenizer {
  readonly #vocabulary: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #longest: number;
  readonly unknown: number;

  /**
   * Creates a tokenizer.
   * @param vocabulary tokens in order of their ids; `<unknown>` stands for any character that no token matches
   */
  constructor(vocabulary: readonly string[]) {
    this.#vocabulary = vocabulary;
    this.#ids = new Map(vocabulary.map((token, id) => [token, id]));
    this.#longest = vocabulary.reduce((longest, { length }) => Math.max(longest, length), 0);
    this.unknown = this.id('<unknown>');
  }

  get size(): number {
    return this.#vocabulary.length;
  }

  /** Id of a token. @throws RangeError if the token is not in the vocabulary */
  id(token: string): number {
    const id = this.#ids.get(token);
    if (id === undefined) throw new RangeError(`expected a token of the vocabulary, got ${JSON.stringify(token)}`);
    return id;
  }

  /**
   * Tokenizes a text. Each word is split into tokens from left to right; each token is the longest one of the
   * vocabulary that matches.
   */
  encode(text: string, words: readonly Token[] = tokenize(text)): TargetToken[] {
    let end = 0;
    return words.flatMap((word) => {
      const follows = word.start > end || word.start === 0;
      end = word.end;
      return this.#encodeWord(word, follows);
    });
  }

  #encodeWord(word: Token, follows: boolean): TargetToken[] {
    const prefix = follows && !CHINESE.test(word.text[0]!) ? SPACE : '';
    // The prefix is joined without +, because V8 would flatten a concatenated string for each of its slices.
    const spelled = [prefix, word.text.replaceAll('’', "'")].join('');
    const tokens: TargetToken[] = [];
    for (let from = 0; from < spelled.length;) {
      const subword = this.#longestAt(spelled, from);
      const length = subword?.length ?? String.fromCodePoint(spelled.codePointAt(from)!).length;
      const start = word.start + Math.max(0, from - prefix.length);
      const end = Math.min(word.end, word.start + from + length - prefix.length);
      tokens.push({
        id: subword ? this.id(subword) : this.unknown,
        text: word.text.slice(start - word.start, end - word.start),
        start,
        end,
      });
      from += length;
    }
    return tokens;
  }

  #longestAt(spelled: string, from: number): string | undefined {
    for (let length = Math.min(this.#longest, spelled.length - from); length > 0; --length) {
      const subword = spelled.slice(from, from + length);
      if (this.#ids.has(subword)) return subword;
    }
    return undefined;
  }

  /** True if the token consists of punctuation. */
  isMark(id: number): boolean {
    return !/[\p{L}\p{N}<]/u.test(this.#vocabulary[id]!);
  }

  /** Decodes tokens to a text, and finds the position of each token in it. */
  decode(ids: readonly number[]): { text: string; tokens: Token[] } {
    let text = '';
    const tokens = ids.map((id) => {
      const subword = id === this.unknown ? '□' : this.#vocabulary[id]!;
      const isSpaced = subword.startsWith(SPACE);
      if (isSpaced && text !== '') text += ' ';
      const start = text.length;
      text += isSpaced ? subword.slice(SPACE.length) : subword;
      return { text: text.slice(start), start, end: text.length };
    });
    return { text, tokens };
  }
}
