// Arrays that have been to a worker and can go again: memory that is new to a program costs more than copying into it.

/** How much is kept when nothing is computed, in numbers: 8 MB. */
const MOST_KEPT = 2 ** 21;

export type Numbers = Float32Array<ArrayBuffer>;

export class Spares {
  #arrays: Numbers[] = [];

  /** An array of at least this size, with whatever was in it. */
  take(size: number): Numbers {
    const fits = ({ length }: Numbers) => length >= size && length <= 2 * size;
    const at = this.#arrays.findIndex(fits);
    return at < 0 ? new Float32Array(size) : this.#arrays.splice(at, 1)[0]!;
  }

  give(array: Numbers): void {
    this.#arrays.push(array);
  }

  /** Keeps the smaller ones only. */
  trim(): void {
    this.#arrays.sort((a, b) => a.length - b.length);
    let kept = 0;
    this.#arrays = this.#arrays.filter(({ length }) => (kept += length) <= MOST_KEPT);
  }
}
