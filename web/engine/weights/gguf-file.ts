// The tensors of a GGUF file.
import { BLOCK_TYPES, type BlockType } from './dequantize.js';
import { readGgufHeader, type GgufTensor } from './gguf-header.js';
import { showShape, sizeOf, zeros, type Tensor } from '../core/tensor.js';
import { TensorNames } from './tensor-names.js';
import type { WeightsFile } from './weights-file.js';

export class GgufFile implements WeightsFile {
  /** What the file says, by key, as 'llama.block_count'. */
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly #tensors: DataView;
  readonly #names: TensorNames<GgufTensor>;

  /** @throws TypeError or RangeError that says what is wrong with the file */
  constructor(file: ArrayBuffer, rename: (name: string) => string) {
    const { metadata, tensors, tensorsBegin } = readGgufHeader(file);
    this.metadata = metadata;
    this.#tensors = new DataView(file, tensorsBegin);
    this.#names = new TensorNames(
      tensors.map((each) => [each.name, each]),
      rename,
    );
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  expect(name: string, shape: readonly number[]): void {
    this.#tensor(name, shape);
  }

  read(name: string, shape: readonly number[]): Tensor {
    const [{ offset }, type] = this.#tensor(name, shape);
    this.#names.markRead(name);
    const data = zeros(`weights: ${name}`, shape);
    for (let at = 0, block = offset; at < data.length; at += type.numbers, block += type.bytes) {
      type.read(this.#tensors, block, data, at);
    }
    return { data, shape };
  }

  expectAllRead(unused?: readonly RegExp[]): void {
    this.#names.expectAllRead(unused);
  }

  #tensor(name: string, shape: readonly number[]): [GgufTensor, BlockType] {
    const tensor = this.#names.find(name);
    const found = [...tensor.sizes].reverse();
    if (showShape(found) !== showShape(shape)) {
      throw new RangeError(`weights: ${name}: expected ${showShape(shape)}, got ${showShape(found)}`);
    }
    return [tensor, this.#typeOf(name, tensor)];
  }

  #typeOf(name: string, { type: number, sizes, offset }: GgufTensor): BlockType {
    const type = BLOCK_TYPES.get(number);
    if (!type) {
      const names = Array.from(BLOCK_TYPES.values(), (each) => each.name).join(', ');
      throw new RangeError(`weights: ${name}: expected one of the types ${names}, got GGML's type ${number}`);
    }
    if (sizes[0]! % type.numbers !== 0) {
      throw new RangeError(
        `weights: ${name}: expected rows of a multiple of ${type.numbers} numbers, as ${type.name} has, got ${sizes[0]}`,
      );
    }
    const bytes = (sizeOf(sizes) / type.numbers) * type.bytes;
    const got = Math.max(0, this.#tensors.byteLength - offset);
    if (bytes > got)
      throw new RangeError(`weights: ${name}: expected ${bytes} bytes, got ${got} up to the end of the file`);
    return type;
  }
}
