// A GGUF file: metadata and tensors.
import { blockTypeOf, bytesOf, checkLayout } from './gguf-layout.js';
import { readGgufHeader, type GgufHeader, type GgufTensor } from './gguf-header.js';
import { showShape, sizeOf } from '../core/tensor.js';
import { TensorNames } from './tensor-names.js';
import { expectEndAt, PRECISIONS, rowsOf, totalsOf, type StoredTensor, type WeightsFile } from './weights-file.js';
import type { BlockType } from './dequantize.js';
import type { ByteSource, Reading } from './reading.js';

const NAME = 'weights';

export class GgufFile implements WeightsFile {
  /** Values of the metadata by key, such as 'llama.block_count'. */
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly #source: ByteSource;
  readonly #begin: number;
  readonly #end: number;
  readonly #names: TensorNames<GgufTensor>;

  private constructor(source: ByteSource, header: GgufHeader, rename: (name: string) => string) {
    this.metadata = header.metadata;
    this.#source = source;
    this.#begin = header.tensorsBegin;
    this.#end = checkLayout(header, rename, source.size);
    this.#names = new TensorNames(
      NAME,
      header.tensors.map((each) => [each.name, each]),
      rename,
    );
  }

  /**
   * Reads the header of a GGUF file.
   * @throws TypeError or RangeError that describes the error in the file
   */
  static *open(source: ByteSource, rename: (name: string) => string): Reading<GgufFile> {
    return new GgufFile(source, yield* readGgufHeader(source), rename);
  }

  get bytes(): number {
    return this.#end;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  find(tensor: string, shape: readonly number[]): StoredTensor {
    const found = this.#names.find(tensor);
    const name = `${NAME}: ${tensor}`;
    const sizes = [...found.sizes].reverse();
    if (showShape(sizes) !== showShape(shape)) {
      throw new RangeError(`${name}: expected ${showShape(shape)}, got ${showShape(sizes)}`);
    }
    const type = blockTypeOf(name, found);
    const begin = this.#begin + found.offset;
    const precision = PRECISIONS[type.name as keyof typeof PRECISIONS];
    const rowBytes = bytesOf(type, sizes) / rowsOf({ shape });
    return { name, source: this.#source, begin, shape, precision, rowBytes, decode: decoderOf(type) };
  }

  countsOfTypes(unused?: readonly RegExp[]): Map<string, number> {
    const tensors = this.#names.entries(unused);
    return totalsOf(tensors.map(([name, each]) => [blockTypeOf(name, each).name, sizeOf(each.sizes)] as const));
  }

  expectAllFound(unused?: readonly RegExp[]): void {
    this.#names.expectAllFound(unused);
  }

  expectEnd(): Reading<void> {
    return expectEndAt(this.#end, this.#source, NAME);
  }
}

const decoderOf =
  ({ numbers, bytes, read }: BlockType): StoredTensor['decode'] =>
  (stored, room) => {
    const file = new DataView(stored.buffer, stored.byteOffset, stored.length);
    const blocks = stored.length / bytes;
    const values = room(blocks * numbers).subarray(0, blocks * numbers);
    for (let block = 0; block < blocks; ++block) read(file, block * bytes, values, block * numbers);
    return values;
  };
