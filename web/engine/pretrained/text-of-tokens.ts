/** Maximum number of tokens that are decoded again for each new one, unless they cannot be decoded separately. */
const MAX_DECODED = 64;
/** Number of preceding tokens that are decoded together with the next one. */
const KEPT = 16;

/**
 * Decodes a growing list of tokens. Each token is decoded with only the last few tokens, so that its cost does not grow
 * with the text.
 */
export class TextOfTokens {
  readonly #decode: (ids: readonly number[]) => string;
  /** The last tokens; `text` is their decoded text. */
  #ids: readonly number[];
  #text: string;
  #maxDecoded = MAX_DECODED;

  /** @param ids tokens that precede the first one to be added */
  constructor(decode: (ids: readonly number[]) => string, ids: readonly number[]) {
    this.#decode = decode;
    this.#ids = ids;
    this.#text = decode(ids);
    this.#forget();
  }

  /** Adds a token. @returns the text that it adds; '' if it leaves a character incomplete */
  add(id: number): string {
    const before = this.#text.length;
    this.#ids = [...this.#ids, id];
    this.#text = this.#decode(this.#ids);
    const added = this.#text.slice(before);
    this.#forget();
    return added;
  }

  /** Removes all but the last tokens, unless these decode differently on their own, as bytes of a character do. */
  #forget(): void {
    if (this.#ids.length <= this.#maxDecoded) return;
    const last = this.#ids.slice(-KEPT);
    const text = this.#decode(last);
    const isTheirs = text !== '' && this.#text.endsWith(text);
    this.#maxDecoded = isTheirs ? MAX_DECODED : this.#ids.length + KEPT;
    if (isTheirs) [this.#ids, this.#text] = [last, text];
  }
}
