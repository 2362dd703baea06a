// Interface of files with a model's weights, whatever their format.
import type { ByteSource, Bytes, Reading } from './reading.js';

/** Name of the precision of a stored tensor, by the name of its number type in the file. */
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

/** True if numbers of the given precision are stored in GGUF blocks. */
export const isInBlocks = (precision: Precision): boolean => precision.startsWith('q');

/** Location and format of a tensor in a weight file. All its rows have the same number of bytes. */
export interface StoredTensor {
  /** Name of the tensor and its file, for error messages. */
  readonly name: string;
  readonly source: ByteSource;
  /** Position in the file of the tensor's first byte. */
  readonly begin: number;
  readonly shape: readonly number[];
  readonly precision: Precision;
  /** Number of bytes in a row of the tensor; a vector is one row. */
  readonly rowBytes: number;
  /**
   * Decodes the bytes of some rows of the tensor to float32.
   * @param room provides a reusable buffer for the given number of floats
   */
  readonly decode: (bytes: Bytes, room: (count: number) => Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>;
  /** Vector of factors, one per row, by which the tensor's rows are multiplied after decoding. */
  readonly scale?: StoredTensor;
}

export interface WeightsFile {
  /** Size of the file in bytes according to its header, up to the end of the tensors. */
  readonly bytes: number;
  has: (name: string) => boolean;
  /**
   * Finds a tensor by its name.
   * @throws TypeError or RangeError if no readable tensor has this name and shape
   */
  find: (name: string, shape: readonly number[]) => StoredTensor;
  /**
   * Number of parameters of each number type in the file, such as 'BF16', according to the header. Scales are not
   * counted.
   * @param unused patterns of tensor names to leave out
   */
  countsOfTypes: (unused?: readonly RegExp[]) => Map<string, number>;
  /**
   * Checks that every tensor of the file has been looked up.
   * @param unused patterns of the names of tensors that need not be
   * @throws RangeError that names a tensor that has not been looked up
   */
  expectAllFound: (unused?: readonly RegExp[]) => void;
  /**
   * Checks, after the tensors have been read, that no bytes follow them in the file. The check is needed if the server
   * does not state the file's size in advance.
   * @throws RangeError if the file continues
   */
  expectEnd: () => Reading<void>;
}

/**
 * Checks that no bytes follow a file's tensors. Does nothing if the size of the file is known: then it has been checked
 * before.
 * @param end position in the file at which the tensors end
 * @throws RangeError if the file continues
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

/** Number of rows in a stored tensor; a vector is one row. */
export const rowsOf = ({ shape }: Pick<StoredTensor, 'shape'>): number => (shape.length === 1 ? 1 : shape[0]!);

/** Reads the bytes of `count` rows of a tensor, from row `first` on. */
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

/** Reads the numbers in `count` rows of a tensor, from row `first` on, without multiplying them by their scales. */
export function* readRows(
  stored: StoredTensor,
  range: readonly [first: number, count: number],
  room: (count: number) => Float32Array<ArrayBuffer>,
): Reading<Float32Array<ArrayBuffer>> {
  return stored.decode(yield* readBytes(stored, range), room);
}
