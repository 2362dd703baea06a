// Cache of a model's answers. Equal requests get the same promise, both while it is pending and afterwards, even if it
// is rejected: a caller that asked again after each failure would never stop.

export class Answers {
  readonly #limit: number;
  readonly #known = new Map<string, Promise<unknown>>();

  /** @param limit maximum number of cached answers; the latest are kept */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /**
   * Sends a request unless its answer is cached.
   * @param question key of the answer, in JSON; it determines the type of `Value`
   */
  once<Value>(question: readonly unknown[], ask: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(question);
    const answer = this.#known.get(key) ?? ask();
    this.#known.delete(key); // the latest answer must be the last entry
    this.#known.set(key, answer);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value!);
    return answer as Promise<Value>;
  }
}
