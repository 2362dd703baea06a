// The target side's vocabulary: Chinese characters, and pieces of English words that begin with ▁ where a space stands.
import { tokenize, type Token } from './tokenize.js';

/** A piece of a target text and where it stands in it. */
export interface TargetPiece extends Token {
  readonly id: number;
}

const SPACE = '▁';

// Chinese characters and punctuation, before which a space means nothing.
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

export class TargetPieces {
  readonly #pieces: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #longest: number;
  readonly unknown: number;

  /** The pieces by their numbers; the one that stands for everything unknown is called `<unknown>`. */
  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
    this.#ids = new Map(pieces.map((piece, id) => [piece, id]));
    this.#longest = Math.max(...pieces.map((piece) => piece.length));
    this.unknown = this.id('<unknown>');
  }

  get size(): number {
    return this.#pieces.length;
  }

  /** The number of a piece that must be there. */
  id(piece: string): number {
    const id = this.#ids.get(piece);
    if (id === undefined) throw new RangeError(`expected a piece of the vocabulary, got ${JSON.stringify(piece)}`);
    return id;
  }

  /** A text as pieces: each word from its left by the longest piece that fits. */
  encode(text: string): TargetPiece[] {
    let end = 0;
    return tokenize(text).flatMap((word) => {
      const follows = word.start > end || word.start === 0;
      end = word.end;
      return this.#encodeWord(word, follows);
    });
  }

  #encodeWord(word: Token, follows: boolean): TargetPiece[] {
    const prefix = follows && !CHINESE.test(word.text[0]!) ? SPACE : '';
    const spelled = prefix + word.text.toLowerCase().replaceAll('’', "'");
    const pieces: TargetPiece[] = [];
    for (let from = 0; from < spelled.length;) {
      const piece = this.#longestAt(spelled, from);
      const length = piece?.length ?? String.fromCodePoint(spelled.codePointAt(from)!).length;
      const start = word.start + Math.max(0, from - prefix.length);
      const end = Math.min(word.end, word.start + from + length - prefix.length);
      pieces.push({
        id: piece ? this.id(piece) : this.unknown,
        text: word.text.slice(start - word.start, end - word.start),
        start,
        end,
      });
      from += length;
    }
    return pieces;
  }

  #longestAt(spelled: string, from: number): string | undefined {
    for (let length = Math.min(this.#longest, spelled.length - from); length > 0; --length) {
      const piece = spelled.slice(from, from + length);
      if (this.#ids.has(piece)) return piece;
    }
    return undefined;
  }

  /** The text that pieces spell, and where each stands in it. */
  decode(ids: readonly number[]): { text: string; tokens: Token[] } {
    let text = '';
    const tokens = ids.map((id) => {
      const piece = id === this.unknown ? '□' : this.#pieces[id]!;
      const isSpaced = piece.startsWith(SPACE);
      if (isSpaced && text !== '') text += ' ';
      const start = text.length;
      text += isSpaced ? piece.slice(SPACE.length) : piece;
      return { text: text.slice(start), start, end: text.length };
    });
    return { text, tokens };
  }
}
