// Limits of the work of tokenizing one text. The program comes from a file, and nothing else ends it.

/** Characters that a text may become, however short; a longer one may become twice as long. */
const MAX_LENGTH = 2 ** 17;
/** Factor by which a rule may lengthen a text. One character stands for at most 18 in Unicode, of 3 bytes each. */
const MAX_GROWTH = 64;
/** Length that a short text may reach in any case. */
const MIN_LENGTH = 1024;
/** Steps of about 50 ns. */
const MAX_STEPS = 2 ** 23;

export class Work {
  #steps = 0;
  #length = 0;
  #given = 0;

  /** Begins with a text, or with tokens, of this length; 0: with a file. */
  begin(length: number): void {
    this.#steps = MAX_STEPS;
    this.#given = length;
    this.#length = Math.min(Math.max(MAX_LENGTH, 2 * length), MIN_LENGTH + MAX_GROWTH * length);
  }

  /** @throws RangeError if a text has grown too much; `name` says by what */
  expectShort(name: string, length: number): void {
    if (length <= this.#length) return;
    const given = `of a text of ${this.#given}`;
    throw new RangeError(`${name}: expected to make at most ${this.#length} characters ${given}, got ${length}`);
  }

  /** @throws RangeError if there are none left; `name` says where */
  spend(name: string, steps: number): void {
    this.#steps -= steps;
    if (this.#steps >= 0) return;
    throw new RangeError(`${name}: expected at most ${MAX_STEPS} steps for a text, got more`);
  }
}
