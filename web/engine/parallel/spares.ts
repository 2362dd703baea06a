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

/** Frees the memory of an array too large to be kept, where the language can say so (ES2024); else it is collected. */
export function letGoIfLarge({ buffer }: Float32Array): void {
  if (buffer.byteLength <= MOST_KEPT * Float32Array.BYTES_PER_ELEMENT) return;
  (buffer as { transfer?: (size: number) => ArrayBuffer }).transfer?.(0);
}
