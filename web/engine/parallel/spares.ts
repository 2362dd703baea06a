// Arrays that have been to a worker and can go again: memory that is new to a program costs more than copying into it.

/** How much is kept, in numbers: 8 MB. */
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
    const kept = this.#arrays.reduce((sum, { length }) => sum + length, array.length);
    if (array.length > 0 && kept <= MOST_KEPT) this.#arrays.push(array);
  }
}

/** Whether an array is small enough to be kept at all. */
export const canBeKept = ({ length }: Numbers): boolean => length <= MOST_KEPT;
