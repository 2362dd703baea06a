// The text of tokens that come one after the other.

/** Tokens that are decoded again for each new one, at most; more where they cannot be decoded apart. */
const MAX_DECODED = 64;
/** Tokens before the new one that are decoded with it after that: those that its text depends on. */
const KEPT = 16;

/** Decodes each token with the last few only, so that a long text costs no more per token than a short one. */
export class TextOfTokens {
  readonly #decode: (ids: readonly number[]) => string;
  /** The last tokens, and their text. */
  #ids: readonly number[];
  #text: string;
  #maxDecoded = MAX_DECODED;

  /** @param ids the tokens before the first one that is added */
  constructor(decode: (ids: readonly number[]) => string, ids: readonly number[]) {
    this.#decode = decode;
    this.#ids = ids;
    this.#text = decode(ids);
    this.#forget();
  }

  /** The text that a token adds; '' if it leaves a character incomplete. */
  add(id: number): string {
    const before = this.#text.length;
    this.#ids = [...this.#ids, id];
    this.#text = this.#decode(this.#ids);
    const added = this.#text.slice(before);
    this.#forget();
    return added;
  }

  /** Leaves out all but the last tokens, unless these by themselves have another text, as bytes of one character. */
  #forget(): void {
    if (this.#ids.length <= this.#maxDecoded) return;
    const last = this.#ids.slice(-KEPT);
    const text = this.#decode(last);
    const isTheirs = text !== '' && this.#text.endsWith(text);
    this.#maxDecoded = isTheirs ? MAX_DECODED : this.#ids.length + KEPT;
    if (isTheirs) [this.#ids, this.#text] = [last, text];
  }
}
