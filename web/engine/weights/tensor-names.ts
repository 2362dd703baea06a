// The tensors of a file by the names under which they are asked for, and which of them have been read.

export class TensorNames<Entry> {
  readonly #entries = new Map<string, Entry>();
  readonly #unread: Set<string>;

  /**
   * @param rename gives each tensor the name by which it is asked for; in errors it has that one
   * @throws RangeError if two tensors have the same
   */
  constructor(stored: Iterable<readonly [name: string, entry: Entry]>, rename: (name: string) => string) {
    for (const [name, entry] of stored) {
      const renamed = rename(name);
      if (this.#entries.has(renamed)) {
        throw new RangeError(`weights: ${name}: expected one tensor ${renamed}, got two`);
      }
      this.#entries.set(renamed, entry);
    }
    this.#unread = new Set(this.#entries.keys());
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws RangeError if there is no tensor of this name */
  find(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new RangeError(`weights: expected a tensor ${name}, got none`);
    return entry;
  }

  markRead(name: string): void {
    this.#unread.delete(name);
  }

  /**
   * @param unused the names of tensors that need not be read
   * @throws RangeError that names another tensor of the file that has not been read
   */
  expectAllRead(unused: readonly RegExp[] = []): void {
    const name = [...this.#unread].find((each) => !unused.some((pattern) => pattern.test(each)));
    if (name !== undefined) throw new RangeError(`weights: expected the tensors of the model only, got '${name}' too`);
  }
}
