// Cache of answers. Equal questions get the same promise, both while it is pending and afterwards. This includes
// promises that are rejected: a caller that asked again after each failure would never stop.

export class Answers {
  readonly #limit: number;
  readonly #known = new Map<string, Promise<unknown>>();

  /** @param limit number of answers in the cache; only the latest ones are kept */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** @param question key of the answer, in JSON; it determines the type of `Value` */
  once<Value>(question: readonly unknown[], ask: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(question);
    const answer = this.#known.get(key) ?? ask();
    this.#known.delete(key); // the latest answer must be the last entry
    this.#known.set(key, answer);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value!);
    return answer as Promise<Value>;
  }
}
