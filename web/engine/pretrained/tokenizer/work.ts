// Limits the work of tokenizing one text, because a tokenizer file can define an arbitrarily long computation.

/** Maximum length that a text may grow to. A longer text may double in length. */
const MAX_LENGTH = 2 ** 17;
/**
 * Maximum factor by which a text may grow. In Unicode, one character expands to at most 18 characters of 3 bytes each.
 */
const MAX_GROWTH = 64;
/** Length to which even a short text may grow. */
const MIN_LENGTH = 1024;
/** Maximum number of steps per text, each of which takes about 50 ns. */
const MAX_STEPS = 2 ** 23;

export class Work {
  #steps = 0;
  #length = 0;
  #given = 0;

  /** Starts counting the work for a text, or a list of tokens, of the given length; 0 when a file is loaded. */
  begin(length: number): void {
    this.#steps = MAX_STEPS;
    this.#given = length;
    this.#length = Math.min(Math.max(MAX_LENGTH, 2 * length), MIN_LENGTH + MAX_GROWTH * length);
  }

  /**
   * Checks that a text has not grown too long.
   * @throws RangeError if a text has grown too much; `name` identifies the step
   */
  expectShort(name: string, length: number): void {
    if (length <= this.#length) return;
    const given = `of a text of ${this.#given}`;
    throw new RangeError(`${name}: expected to make at most ${this.#length} characters ${given}, got ${length}`);
  }

  /**
   * Counts steps of work.
   * @throws RangeError if no steps are left; `name` identifies the step
   */
  spend(name: string, steps: number): void {
    this.#steps -= steps;
    if (this.#steps >= 0) return;
    throw new RangeError(`${name}: expected at most ${MAX_STEPS} steps for a text, got more`);
  }
}
