// Cache of the answers to requests about a model. Equal requests get the same promise, while it is pending and
// afterwards, even if it was rejected: a caller that repeats a request after each failure would otherwise never stop.

export class Answers {
  readonly #limit: number;
  readonly #known = new Map<string, Promise<unknown>>();

  /** Creates an empty cache. @param limit maximum number of answers in the cache; the latest stay */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /**
   * Sends a request, unless the answer to an equal one is in the cache.
   * @param question key of the cache, encoded as JSON; it determines the type of `Value`
   * @param ask sends the request
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
