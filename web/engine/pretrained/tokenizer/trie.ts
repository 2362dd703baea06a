/** Maximum number of characters of all texts in a trie. A Map can hold twice as many entries. */
const MAX_CHARACTERS = 2 ** 23;
/** Factor by which a node is multiplied to combine it with a code point into one key; larger than any code point. */
const SPREAD = 2 ** 21;

export function codePointsOf(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; ++at) {
    const point = text.codePointAt(at)!;
    points[count++] = point;
    if (point > 0xffff) at++;
  }
  return points.subarray(0, count);
}

export class Trie {
  /** Child nodes, by a key that combines the parent node and the code point of the edge. */
  readonly #next = new Map<number, number>();
  /** Value of the text that ends at each node; −1 if no text ends there. */
  readonly #values = [-1];
  readonly #name: string;

  /**
   * Creates an empty trie.
   * @param name name of the list of texts in error messages
   */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Adds a text to the trie.
   * @param value at least 0; it replaces an earlier value of the same text
   */
  add(text: string, value: number): void {
    let node = 0;
    for (const character of text) {
      const key = node * SPREAD + character.codePointAt(0)!;
      let next = this.#next.get(key);
      if (next === undefined) {
        next = this.#values.push(-1) - 1;
        if (next > MAX_CHARACTERS) {
          throw new RangeError(
            `${this.#name}: expected at most ${MAX_CHARACTERS} characters of all together, got more`,
          );
        }
        this.#next.set(key, next);
      }
      node = next;
    }
    this.#values[node] = value;
  }

  /**
   * Finds the texts of the trie that occur at a position. Calls `found` for each, shortest first.
   * @param found receives the value and the end of each text
   * @returns the number of steps taken
   */
  each(points: Int32Array, begin: number, found: (value: number, end: number) => void): number {
    let node: number | undefined = 0;
    let at = begin;
    while (at < points.length) {
      node = this.#next.get(node * SPREAD + points[at]!);
      if (node === undefined) break;
      at++;
      const value = this.#values[node]!;
      if (value >= 0) found(value, at);
    }
    return at - begin + 1;
  }
}
