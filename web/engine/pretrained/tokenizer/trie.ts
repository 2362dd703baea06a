// Texts by their characters: which of them begin at a place of another text.

/** Characters of all texts together: a map has room for twice as many. */
const MAX_CHARACTERS = 2 ** 23;
/** Above every code point. */
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
  /** From a node and a code point to the next node. */
  readonly #next = new Map<number, number>();
  /** What a text stands for that ends at a node; −1: none does. */
  readonly #values = [-1];
  readonly #name: string;

  /** @param name of the texts in errors */
  constructor(name: string) {
    this.#name = name;
  }

  /** @param value at least 0; the last one of a text counts */
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
   * The texts that begin at a place, the shortest first.
   * @param found is called with the value of each, and where it ends
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
