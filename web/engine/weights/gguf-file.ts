// The tensors of a GGUF file.
import { BLOCK_TYPES, type BlockType } from './dequantize.js';
import { readGgufHeader, type GgufHeader, type GgufTensor } from './gguf-header.js';
import { showShape, sizeOf } from '../core/tensor.js';
import { TensorNames } from './tensor-names.js';
import { PRECISIONS, rowsOf, type StoredTensor, type WeightsFile } from './weights-file.js';
import type { ByteSource, Reading } from './reading.js';

const NAME = 'weights';

export class GgufFile implements WeightsFile {
  /** What the file says, by key, as 'llama.block_count'. */
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly #source: ByteSource;
  readonly #begin: number;
  readonly #names: TensorNames<GgufTensor>;

  private constructor(source: ByteSource, header: GgufHeader, rename: (name: string) => string) {
    this.metadata = header.metadata;
    this.#source = source;
    this.#begin = header.tensorsBegin;
    this.#names = new TensorNames(
      NAME,
      header.tensors.map((each) => [each.name, each]),
      rename,
    );
  }

  /**
   * Reads the header.
   * @throws TypeError or RangeError that says what is wrong with the file
   */
  static *open(source: ByteSource, rename: (name: string) => string): Reading<GgufFile> {
    return new GgufFile(source, yield* readGgufHeader(source), rename);
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
    const type = typeOf(name, found);
    const bytes = (sizeOf(shape) / type.numbers) * type.bytes;
    const begin = this.#begin + found.offset;
    const got = Math.max(0, (this.#source.size ?? Infinity) - begin);
    if (bytes > got) throw new RangeError(`${name}: expected ${bytes} bytes, got ${got} up to the end of the file`);
    const precision = PRECISIONS[type.name as keyof typeof PRECISIONS] ?? 'float32';
    const rowBytes = bytes / rowsOf({ shape });
    return { name, source: this.#source, begin, shape, precision, rowBytes, decode: decoderOf(type) };
  }

  expectAllFound(unused?: readonly RegExp[]): void {
    this.#names.expectAllFound(unused);
  }
}

function typeOf(name: string, { type: number, sizes }: GgufTensor): BlockType {
  const type = BLOCK_TYPES.get(number);
  if (!type) {
    const names = Array.from(BLOCK_TYPES.values(), (each) => each.name).join(', ');
    throw new RangeError(`${name}: expected one of the types ${names}, got GGML's type ${number}`);
  }
  if (sizes[0]! % type.numbers !== 0) {
    throw new RangeError(
      `${name}: expected rows of a multiple of ${type.numbers} numbers, as ${type.name} has, got ${sizes[0]}`,
    );
  }
  return type;
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
