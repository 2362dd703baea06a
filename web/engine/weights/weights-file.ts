// Interface of weight files, whatever their format.
import type { ByteSource, Bytes, Reading } from './reading.js';

/** Precision of a stored tensor, by the name of its type in the file. */
export const PRECISIONS = {
  F32: 'float32',
  F16: 'float16',
  BF16: 'bfloat16',
  I8: 'int8',
  Q4_0: 'q4_0',
  Q4_1: 'q4_1',
  Q5_0: 'q5_0',
  Q5_1: 'q5_1',
  Q8_0: 'q8_0',
  Q4_K: 'q4K',
  Q5_K: 'q5K',
  Q6_K: 'q6K',
} as const;
export type Precision = (typeof PRECISIONS)[keyof typeof PRECISIONS];

/** True if a tensor consists of GGUF blocks. */
export const isInBlocks = (precision: Precision): boolean => precision.startsWith('q');

/** Location and format of a tensor in a weight file. All its rows have the same number of bytes. */
export interface StoredTensor {
  /** Name of the tensor and its file, for error messages. */
  readonly name: string;
  readonly source: ByteSource;
  /** Position of the tensor's first byte in the file. */
  readonly begin: number;
  readonly shape: readonly number[];
  readonly precision: Precision;
  /** Number of bytes in a row of the tensor; a vector is one row. */
  readonly rowBytes: number;
  /**
   * Decodes some rows of the tensor.
   * @param room provides a reusable buffer for the given number of floats
   */
  readonly decode: (bytes: Bytes, room: (count: number) => Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>;
  /** Vector of factors by which the tensor's rows are multiplied. */
  readonly scale?: StoredTensor;
}

export interface WeightsFile {
  /** Size of the file in bytes, up to the end of its tensors, according to its header. */
  readonly bytes: number;
  has: (name: string) => boolean;
  /**
   * Finds a tensor.
   * @throws TypeError or RangeError if no readable tensor has this name and shape
   */
  find: (name: string, shape: readonly number[]) => StoredTensor;
  /**
   * Number of parameters of each number type, such as 'BF16', according to the header. Scales are not counted.
   * @param unused names of tensors to leave out
   */
  countsOfTypes: (unused?: readonly RegExp[]) => Map<string, number>;
  /**
   * Checks that every tensor has been looked up.
   * @param unused names of tensors that need not be
   * @throws RangeError that names a tensor that has not been looked up
   */
  expectAllFound: (unused?: readonly RegExp[]) => void;
  /**
   * Checks, after the tensors have been read, that the file ends there. Some servers do not state a file's size in
   * advance.
   * @throws RangeError if the file continues
   */
  expectEnd: () => Reading<void>;
}

/**
 * Checks that a file ends with its tensors.
 * @param end position at which the tensors end. If the size of the file is known, it has already been checked.
 */
export function* expectEndAt(end: number, source: ByteSource, name: string): Reading<void> {
  if (source.size !== null) return;
  const { length } = yield source.read(end, end + 1);
  if (length > 0)
    throw new RangeError(`${name}: expected the file to end with its tensors, at byte ${end}, got more bytes`);
}

export function totalsOf(counts: readonly (readonly [name: string, count: number])[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const [name, count] of counts) totals.set(name, (totals.get(name) ?? 0) + count);
  return totals;
}

/** Number of rows in a tensor; a vector has one. */
export const rowsOf = ({ shape }: Pick<StoredTensor, 'shape'>): number => (shape.length === 1 ? 1 : shape[0]!);

/** Reads the bytes of a tensor's rows from `first` on. */
export function* readBytes(
  { name, source, begin, rowBytes }: StoredTensor,
  [first, count]: readonly [first: number, count: number],
): Reading<Bytes> {
  const [from, size] = [begin + first * rowBytes, count * rowBytes];
  const bytes = yield source.read(from, from + size);
  if (bytes.length !== size) {
    throw new RangeError(
      `${name}: expected ${size} bytes at byte ${from}, got ${bytes.length} up to the end of the file`,
    );
  }
  return bytes;
}

/** Reads the numbers in a tensor's rows from `first` on, without multiplying them by their scales. */
export function* readRows(
  stored: StoredTensor,
  range: readonly [first: number, count: number],
  room: (count: number) => Float32Array<ArrayBuffer>,
): Reading<Float32Array<ArrayBuffer>> {
  return stored.decode(yield* readBytes(stored, range), room);
}
