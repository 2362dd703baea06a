// Combines several weights files (shards) of one model, which are then read like a single one.
import type { Reading } from './reading.js';
import { totalsOf, type StoredTensor, type WeightsFile } from './weights-file.js';

export class Shards implements WeightsFile {
  readonly #files: readonly WeightsFile[];

  constructor(files: readonly WeightsFile[]) {
    this.#files = files;
  }

  get bytes(): number {
    return this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  has(name: string): boolean {
    return this.#files.some((file) => file.has(name));
  }

  find(name: string, shape: readonly number[]): StoredTensor {
    const [file, another] = this.#files.filter((each) => each.has(name));
    if (another) throw new RangeError(`weights: expected one tensor ${name}, got one in each of two files`);
    if (!file) throw new RangeError(`weights: expected a tensor ${name}, got none in ${this.#files.length} files`);
    return file.find(name, shape);
  }

  countsOfTypes(unused?: readonly RegExp[]): Map<string, number> {
    return totalsOf(this.#files.flatMap((file) => [...file.countsOfTypes(unused)]));
  }

  expectAllFound(unused?: readonly RegExp[]): void {
    for (const file of this.#files) file.expectAllFound(unused);
  }

  *expectEnd(): Reading<void> {
    for (const file of this.#files) yield* file.expectEnd();
  }
}
