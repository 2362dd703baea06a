// What every file of weights is to the engine, whatever its format.
import type { ByteSource, Bytes, Reading } from './reading.js';

/** The precision that a tensor is stored in, by the name of its type; other types are of blocks, and kept in float32. */
export const PRECISIONS = { F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' } as const;
export type Precision = (typeof PRECISIONS)[keyof typeof PRECISIONS];

/** Where a tensor is in a file, and how it is stored: rows of the same number of bytes. */
export interface StoredTensor {
  /** With the name of its file, for errors. */
  readonly name: string;
  readonly source: ByteSource;
  /** Its first byte in the file. */
  readonly begin: number;
  readonly shape: readonly number[];
  readonly precision: Precision;
  /** The bytes of a row; a vector is one row. */
  readonly rowBytes: number;
  /** The numbers of some rows. @param room for so many numbers, which may be used for them */
  readonly decode: (bytes: Bytes, room: (count: number) => Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>;
  /** The factor of each row, a vector. */
  readonly scale?: StoredTensor;
}

export interface WeightsFile {
  has: (name: string) => boolean;
  /** @throws TypeError or RangeError if there is no tensor of this name and shape that can be read */
  find: (name: string, shape: readonly number[]) => StoredTensor;
  /**
   * @param unused the names of tensors that need not be found
   * @throws RangeError that names another tensor of the file that has not been found
   */
  expectAllFound: (unused?: readonly RegExp[]) => void;
  /**
   * To be read after the tensors. A file whose size is not known before, as a server may send it, ends with them too.
   * @throws RangeError if it goes on
   */
  expectEnd: () => Reading<void>;
}

/** @param end where the tensors of the file end; a size that is known has been compared with it */
export function* expectEndAt(end: number, source: ByteSource, name: string): Reading<void> {
  if (source.size !== null) return;
  const { length } = yield source.read(end, end + 1);
  if (length > 0)
    throw new RangeError(`${name}: expected the file to end with its tensors, at byte ${end}, got more bytes`);
}

/** The rows of a tensor, as they count here: a vector is one. */
export const rowsOf = ({ shape }: Pick<StoredTensor, 'shape'>): number => (shape.length === 1 ? 1 : shape[0]!);

/** The numbers of the rows from `first` on, without their scales. */
export function* readRows(
  { name, source, begin, rowBytes, decode }: StoredTensor,
  [first, count]: readonly [first: number, count: number],
  room: (count: number) => Float32Array<ArrayBuffer>,
): Reading<Float32Array<ArrayBuffer>> {
  const [from, size] = [begin + first * rowBytes, count * rowBytes];
  const bytes = yield source.read(from, from + size);
  if (bytes.length !== size) {
    throw new RangeError(
      `${name}: expected ${size} bytes at byte ${from}, got ${bytes.length} up to the end of the file`,
    );
  }
  return decode(bytes, room);
}
