// Limit on the work of tokenizing one text. It is needed because a tokenizer file can define an arbitrarily long
// computation.

/**
 * Maximum length, in characters, to which the steps of a tokenizer may lengthen a text. A text longer than half of it
 * may double in length.
 */
const MAX_LENGTH = 2 ** 17;
/**
 * Maximum factor by which a tokenizer may lengthen a text. In Unicode, one character expands to at most 18 characters
 * of 3 bytes each.
 */
const MAX_GROWTH = 64;
/** Length, in characters, that is added to the limit, so that even a short or empty text may grow to it. */
const MIN_LENGTH = 1024;
/** Maximum number of steps of work per text. Each step takes about 50 ns. */
const MAX_STEPS = 2 ** 23;

export class Work {
  #steps = 0;
  #length = 0;
  #given = 0;

  /**
   * Starts counting the work for a text, or a list of tokens, with the given number of characters; 0 while a tokenizer
   * file is loaded.
   */
  begin(length: number): void {
    this.#steps = MAX_STEPS;
    this.#given = length;
    this.#length = Math.min(Math.max(MAX_LENGTH, 2 * length), MIN_LENGTH + MAX_GROWTH * length);
  }

  /**
   * Checks that a step of the tokenizer has not lengthened the text too much.
   * @throws RangeError if it has; `name` identifies the step
   */
  expectShort(name: string, length: number): void {
    if (length <= this.#length) return;
    const given = `of a text of ${this.#given}`;
    throw new RangeError(`${name}: expected to make at most ${this.#length} characters ${given}, got ${length}`);
  }

  /**
   * Counts steps of work on a text.
   * @throws RangeError if the text's limit is exceeded; `name` identifies the tokenizer's step
   */
  spend(name: string, steps: number): void {
    this.#steps -= steps;
    if (this.#steps >= 0) return;
    throw new RangeError(`${name}: expected at most ${MAX_STEPS} steps for a text, got more`);
  }
}
