// Answers by question: the same question gets the same promise while it is pending and afterwards. That of a failure, too: whoever
// reads it asks again once it has settled, and would ask without end.

export class Answers {
  readonly #limit: number;
  readonly #known = new Map<string, Promise<unknown>>();

  /** @param limit maximum number of answers that are kept, the latest ones */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** @param question as a key, in JSON; the kind of `Value` is determined by it */
  once<Value>(question: readonly unknown[], ask: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify(question);
    const answer = this.#known.get(key) ?? ask();
    this.#known.delete(key); // the latest one is the last
    this.#known.set(key, answer);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value!);
    return answer as Promise<Value>;
  }
}
