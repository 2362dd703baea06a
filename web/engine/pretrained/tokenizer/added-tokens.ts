// Added tokens of a tokenizer, such as '</s>' or role names, which are matched before a text is split into words.
import { Trie, codePointsOf } from './trie.js';
import { trimEnd, trimStart } from './trim.js';
import type { Part } from './part.js';
import type { TextStep } from './normalizers.js';
import type { Vocabulary } from './vocabulary.js';
import type { Work } from './work.js';

export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly isSpecial: boolean;
  /** True if the token includes the white space before it in the text; `stripsRight`: after it. */
  readonly stripsLeft: boolean;
  readonly stripsRight: boolean;
  /** True if the token only matches whole words of the text. */
  readonly isWord: boolean;
  /** True if the token is matched in the normalized text instead of the original text. */
  readonly isNormalized: boolean;
}

const MAX_TOKENS = 2 ** 17;

/**
 * Reads the added tokens of a tokenizer from tokenizer.json.
 * @throws TypeError or RangeError that names the invalid token
 */
export function addedTokensOf(file: Part, vocabulary: Vocabulary): AddedToken[] {
  return file.parts('added_tokens', MAX_TOKENS).map((part) => {
    const content = part.text('content');
    vocabulary.add(part.name, content, part.fields['id']);
    const isSpecial = part.flag('special', false);
    return {
      id: vocabulary.idOf(content)!,
      content,
      isSpecial,
      stripsLeft: part.flag('lstrip', false),
      stripsRight: part.flag('rstrip', false),
      isWord: part.flag('single_word', false),
      isNormalized: part.flag('normalized', !isSpecial),
    };
  });
}

/**
 * True if a character is part of a word: a letter, a digit or an underscore, for example.
 * @param point code point; undefined at the end of a text
 */
const isInWord = (point: number | undefined): boolean =>
  point !== undefined && /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u.test(String.fromCodePoint(point));

/** A section of a text that contains added tokens: one of these tokens, or the text between two of them. */
export type Section = string | AddedToken;

/** Splits texts at the added tokens that they contain. */
export class Splitter {
  readonly #tokens: readonly AddedToken[];
  readonly #trie: Trie;
  readonly #work: Work;
  readonly #name: string;

  /**
   * Enters the added tokens into the table that texts are searched with.
   * @param written converts an added token to the form in which texts contain it, such as a normalized one
   */
  constructor(name: string, tokens: readonly AddedToken[], written: TextStep, work: Work) {
    this.#name = name;
    this.#tokens = tokens;
    this.#work = work;
    this.#trie = new Trie(name);
    for (const [index, token] of tokens.entries()) {
      const text = written(token.content);
      if (text !== '') this.#trie.add(text, index);
    }
  }

  split(text: string): Section[] {
    if (this.#tokens.length === 0) return text === '' ? [] : [text];
    const points = codePointsOf(text);
    const sections: Section[] = [];
    let [begin, units] = [0, 0];
    let stripsLeft = false;
    const add = (end: number, stripsRight: boolean) => {
      const between = text.slice(begin, end);
      const left = stripsLeft ? trimStart(between) : between;
      const rest = stripsRight ? trimEnd(left) : left;
      if (rest !== '') sections.push(rest);
    };
    for (let at = 0; at < points.length;) {
      let [found, end] = [-1, at];
      const steps = this.#trie.each(points, at, (index, place) => ([found, end] = [index, place]));
      this.#work.spend(this.#name, steps);
      const length = Math.max(1, end - at);
      const before = units;
      for (let place = at; place < at + length; ++place) units += points[place]! > 0xffff ? 2 : 1;
      at += length;
      if (found < 0) continue;
      const token = this.#tokens[found]!;
      if (token.isWord && (isInWord(points[at - length - 1]) || isInWord(points[at]))) continue;
      add(before, token.stripsLeft);
      sections.push(token);
      [begin, stripsLeft] = [units, token.stripsRight];
    }
    add(text.length, false);
    return sections;
  }
}
