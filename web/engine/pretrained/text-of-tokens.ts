/**
 * Maximum number of tokens that are kept and decoded again with each new one. It grows where the last tokens decode
 * differently on their own.
 */
const MAX_DECODED = 64;
/**
 * Number of tokens at the end of the list that are kept for decoding the next one, when the earlier ones are removed.
 */
const KEPT = 16;

/**
 * Decodes a growing list of tokens. Each new token is decoded with only the last few tokens, so that its cost does not
 * grow with the text.
 */
export class TextOfTokens {
  readonly #decode: (ids: readonly number[]) => string;
  /** Ids of the last tokens, which are decoded with the next one; `#text` is their decoded text. */
  #ids: readonly number[];
  #text: string;
  #maxDecoded = MAX_DECODED;

  /**
   * Decodes the tokens of the text so far.
   * @param ids tokens before the first one to be added
   */
  constructor(decode: (ids: readonly number[]) => string, ids: readonly number[]) {
    this.#decode = decode;
    this.#ids = ids;
    this.#text = decode(ids);
    this.#forget();
  }

  /**
   * Adds a token to the list.
   * @returns the text that the token adds; '' if it ends within the bytes of a character
   */
  add(id: number): string {
    const before = this.#text.length;
    this.#ids = [...this.#ids, id];
    this.#text = this.#decode(this.#ids);
    const added = this.#text.slice(before);
    this.#forget();
    return added;
  }

  /**
   * Removes all but the last tokens once there are too many. If the last tokens decode differently on their own, as
   * bytes within a character do, all are kept for now.
   */
  #forget(): void {
    if (this.#ids.length <= this.#maxDecoded) return;
    const last = this.#ids.slice(-KEPT);
    const text = this.#decode(last);
    const isTheirs = text !== '' && this.#text.endsWith(text);
    this.#maxDecoded = isTheirs ? MAX_DECODED : this.#ids.length + KEPT;
    if (isTheirs) [this.#ids, this.#text] = [last, text];
  }
}
