// Table of a weight file's tensors by name, which records the tensors that have been looked up.

export class TensorNames<Entry> {
  readonly #file: string;
  readonly #entries = new Map<string, Entry>();
  readonly #unused: Set<string>;

  /**
   * Enters the tensors of a file into the table.
   * @param file name of the file in error messages
   * @param rename maps each stored name to the name used for lookup and in error messages
   * @throws RangeError if two tensors have the same name
   */
  constructor(
    file: string,
    stored: Iterable<readonly [name: string, entry: Entry]>,
    rename: (name: string) => string = (name) => name,
  ) {
    this.#file = file;
    for (const [name, entry] of stored) {
      const renamed = rename(name);
      if (this.#entries.has(renamed)) {
        throw new RangeError(`${file}: ${name}: expected one tensor ${renamed}, got two`);
      }
      this.#entries.set(renamed, entry);
    }
    this.#unused = new Set(this.#entries.keys());
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Finds a tensor of the file by its name.
   * @throws RangeError if the file has no tensor of this name
   */
  find(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new RangeError(`${this.#file}: expected a tensor ${name}, got none`);
    this.#unused.delete(name);
    return entry;
  }

  /**
   * Lists the tensors of the file.
   * @param unused patterns of tensor names to leave out
   */
  entries(unused: readonly RegExp[] = []): readonly (readonly [name: string, entry: Entry])[] {
    return [...this.#entries].filter(([name]) => !unused.some((pattern) => pattern.test(name)));
  }

  /**
   * Checks that every tensor of the file has been looked up.
   * @param unused patterns of the names of tensors that need not be
   * @throws RangeError that names a tensor that has not been looked up
   */
  expectAllFound(unused: readonly RegExp[] = []): void {
    const name = [...this.#unused].find((each) => !unused.some((pattern) => pattern.test(each)));
    if (name === undefined) return;
    throw new RangeError(`${this.#file}: expected the tensors of the model only, got '${name}' too`);
  }
}
