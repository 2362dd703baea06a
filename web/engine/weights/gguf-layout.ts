// Layout of the tensors in a GGUF file: one after another, each at a multiple of the alignment, up to the end of the
// file.
import { BLOCK_TYPES, type BlockType } from './dequantize.js';
import { sizeOf } from '../core/tensor.js';
import type { GgufHeader, GgufTensor } from './gguf-header.js';

/**
 * Number type of a tensor in a GGUF file.
 * @param name name of the tensor in error messages
 * @throws RangeError if the tensor's rows are not whole blocks, or its type is unknown
 */
export function blockTypeOf(name: string, { type: number, sizes }: GgufTensor): BlockType {
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

export const bytesOf = (type: BlockType, sizes: readonly number[]): number =>
  (sizeOf(sizes) / type.numbers) * type.bytes;

/**
 * Checks that the tensors of a GGUF file are laid out without gaps, except for alignment.
 * @param rename maps a tensor's name to the one in error messages
 * @param fileSize size of the file in bytes; null if unknown
 * @returns position of the file's end
 * @throws RangeError that names a misplaced tensor
 */
export function checkLayout(
  { tensors, alignment, tensorsBegin }: GgufHeader,
  rename: (name: string) => string,
  fileSize: number | null,
): number {
  const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;
  let end = 0;
  for (const tensor of tensors) {
    const name = `weights: ${rename(tensor.name)}`;
    const begin = aligned(end);
    if (tensor.offset !== begin) {
      const problem =
        tensor.offset < end ? 'overlap' : tensor.offset % alignment === 0 ? 'leave a gap' : 'are not aligned';
      throw new RangeError(`${name}: its bytes ${problem}: expected them to begin at ${begin}, got ${tensor.offset}`);
    }
    const bytes = bytesOf(blockTypeOf(name, tensor), tensor.sizes);
    end = begin + bytes;
    const got = Math.max(0, (fileSize ?? Infinity) - tensorsBegin - begin);
    if (bytes > got) throw new RangeError(`${name}: expected ${bytes} bytes, got ${got} up to the end of the file`);
  }
  const rest = (fileSize ?? 0) - tensorsBegin - aligned(end);
  if (rest > 0) throw new RangeError(`weights: expected the end of the file after the tensors, got ${rest} more bytes`);
  return tensorsBegin + aligned(end);
}
