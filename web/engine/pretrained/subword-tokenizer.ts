// Tokenizer of a pretrained model, which splits a text into subwords. This module is loaded with the first model that
// has a tokenizer.
import { expectString, expectWholeNumber } from '../core/checks.js';
import { nameOf } from './token-name.js';
import { bytesOfToken, spansOf, type Span } from './token-spans.js';
import type { Tokenizer } from './tokenizer/tokenizer.js';

/** Input of a model that reads text: the text, or the ids of its tokens. */
export type ModelInput = string | readonly number[];

/** A token that a model reads, with its span in the text, in UTF-16 units. */
export interface ModelToken extends Span {
  /** Id of the token, which is also its row in the complete embedding table. */
  readonly id: number;
  /**
   * The token's part of the text, or a name for a token that is no part of it: '<s>', the bytes of an incomplete
   * character, '⟨50300⟩' for an unused id.
   */
  readonly text: string;
}

export class SubwordTokenizer {
  readonly #tokenizer: Tokenizer;
  /**
   * The most recently encoded text and its tokens. The same text is encoded several times while it is being continued.
   */
  #last: { text: string; tokens: readonly ModelToken[] } | null = null;
  readonly #shown = new Map<number, string>();

  /** Number of token ids in the model's vocabulary. */
  readonly #vocabulary: number;

  private constructor(tokenizer: Tokenizer, vocabulary: number) {
    this.#tokenizer = tokenizer;
    this.#vocabulary = vocabulary;
  }

  /**
   * Creates a tokenizer from its file.
   * @param value contents of tokenizer.json, or a tokenizer that was loaded from it
   * @param vocabulary number of ids in the model's vocabulary
   * @throws TypeError or RangeError that names the invalid key
   */
  static async load(value: unknown, vocabulary: number): Promise<SubwordTokenizer> {
    if (value instanceof SubwordTokenizer) return new SubwordTokenizer(value.#tokenizer, vocabulary);
    const { Tokenizer } = await import('./tokenizer/tokenizer.js');
    return new SubwordTokenizer(await Tokenizer.load(value), vocabulary);
  }

  /** Splits a text into tokens, with the model's special tokens before and after them. */
  encode(text: string): ModelToken[] {
    expectString('text', text);
    if (this.#last?.text !== text) this.#last = { text, tokens: this.#split(text) };
    return [...this.#last.tokens];
  }

  #split(text: string): ModelToken[] {
    const { tokens, ids: given } = this.#tokenizer.encode(text);
    const ids = given.map((id, index) => {
      const token = tokens[index]!.slice(0, 40);
      if (id === undefined) throw new RangeError(`text: expected characters that the tokenizer knows, got '${token}'`);
      return expectWholeNumber(`tokenizer: the id of '${token}'`, id, 0, this.#vocabulary - 1);
    });
    const spans = spansOf(
      text,
      ids.map((id, index) => (this.#tokenizer.special.has(id) ? null : tokens[index]!)),
      this.#tokenizer.writing,
    );
    return ids.map((id, index) => {
      const span = spans[index]!;
      return { id, text: text.slice(span.start, span.end) || this.show(id), ...span };
    });
  }

  /**
   * Converts token ids to text. Special tokens, tokens without a text, and an incomplete character at the end are left
   * out.
   */
  decode(ids: readonly number[]): string {
    const known = ids.filter((id) => this.#tokenizer.tokenOf(id) !== undefined);
    if (known.length === 0) return '';
    return this.#tokenizer.decode(known).replace(/\uFFFD+$/u, '');
  }

  /**
   * Text by which a single token is displayed: its text, including the space before it; for an incomplete character,
   * its bytes; for a token without a text, its id.
   */
  show(id: number): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const shown = this.#read(id) || nameOf(id);
    this.#shown.set(id, shown);
    return shown;
  }

  #read(id: number): string {
    const token = this.#tokenizer.tokenOf(id) ?? '';
    if (this.#tokenizer.special.has(id)) return token;
    const bytes = Uint8Array.from(bytesOfToken(token, this.#tokenizer.writing));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    }
  }
}
