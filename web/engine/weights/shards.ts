// The weights of a model that are spread over several files.
import type { Tensor } from '../core/tensor.js';
import type { WeightsFile } from './weights-file.js';

export class Shards implements WeightsFile {
  readonly #files: readonly WeightsFile[];

  constructor(files: readonly WeightsFile[]) {
    this.#files = files;
  }

  has(name: string): boolean {
    return this.#files.some((file) => file.has(name));
  }

  expect(name: string, shape: readonly number[]): void {
    this.#fileOf(name).expect(name, shape);
  }

  read(name: string, shape: readonly number[]): Tensor {
    return this.#fileOf(name).read(name, shape);
  }

  expectAllRead(unused?: readonly RegExp[]): void {
    for (const file of this.#files) file.expectAllRead(unused);
  }

  /** The one that has a tensor. Without one, any says what is missing. */
  #fileOf(name: string): WeightsFile {
    const [file, another] = this.#files.filter((each) => each.has(name));
    if (another) throw new RangeError(`weights: expected one tensor ${name}, got one in each of two files`);
    return file ?? this.#files[0]!;
  }
}
