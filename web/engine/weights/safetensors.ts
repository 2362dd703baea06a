// The safetensors format (github.com/huggingface/safetensors): a JSON header, followed by the numbers. A matrix may be
// stored in int8, with one scale per row in a tensor named `<name>.scale`.
import { describe, expectArray, expectObject, expectOneOf, expectWholeNumber } from '../core/checks.js';
import { fromHalf } from '../core/precision.js';
import { showShape, sizeOf } from '../core/tensor.js';
import { TensorNames } from './tensor-names.js';
import { expectEndAt, PRECISIONS, rowsOf, totalsOf, type StoredTensor, type WeightsFile } from './weights-file.js';
import type { Bytes, ByteSource, Reading } from './reading.js';

/** Bytes per number of each type that the engine can read. */
const READABLE = { F32: 4, F16: 2, BF16: 2, I8: 1 } as const;
/** Bytes per number of each type that a file may contain, including those that the engine cannot read. */
const BYTES = { ...READABLE, F64: 8, I64: 8, I32: 4, I16: 2, U8: 1, BOOL: 1 } as const;
type Dtype = keyof typeof BYTES;
const DTYPES = Object.keys(BYTES) as Dtype[];
const READABLE_DTYPES = Object.keys(READABLE) as (keyof typeof READABLE)[];

/** Maximum size of a header in bytes. Models with thousands of tensors have less than 1 MB. */
const MAX_HEADER_BYTES = 2 ** 24;

interface Entry {
  dtype: Dtype;
  shape: readonly number[];
  /**
   * Offset of the tensor's first byte in the data, which begins after the header. `end` is the offset after its last
   * byte.
   */
  begin: number;
  end: number;
}

/**
 * Functions that decode stored numbers to float32, by type. They assume the byte order of the file (little-endian),
 * which every machine with WebAssembly has.
 */
const DECODERS: Readonly<Record<keyof typeof READABLE, StoredTensor['decode']>> = {
  F32: (bytes, room) => {
    const { buffer, byteOffset, length } = bytes;
    if (byteOffset % 4 === 0) return new Float32Array(buffer, byteOffset, length / 4);
    const values = room(length / 4).subarray(0, length / 4);
    new Uint8Array(values.buffer, 0, length).set(bytes);
    return values;
  },
  F16: (bytes, room) => {
    const [file, count] = [viewOf(bytes), bytes.length / 2];
    const values = room(count).subarray(0, count);
    for (let at = 0; at < count; ++at) values[at] = fromHalf(file.getUint16(2 * at, true));
    return values;
  },
  BF16: (bytes, room) => {
    const [file, count] = [viewOf(bytes), bytes.length / 2];
    const values = room(count).subarray(0, count);
    const bits = new Uint32Array(values.buffer, 0, count); // a bfloat16 number is the upper half of a float32 number
    for (let at = 0; at < count; ++at) bits[at] = file.getUint16(2 * at, true) << 16;
    return values;
  },
  I8: (bytes, room) => {
    const values = room(bytes.length).subarray(0, bytes.length);
    values.set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    return values;
  },
};

const viewOf = ({ buffer, byteOffset, length }: Bytes): DataView => new DataView(buffer, byteOffset, length);

/** A checked safetensors file. Every byte after its header belongs to exactly one tensor. */
export class Safetensors implements WeightsFile {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly #name: string;
  readonly #source: ByteSource;
  readonly #tensors: TensorNames<Entry>;
  /** Position in the file of the first byte after the header. */
  readonly #start: number;
  /** Position in the file after the last byte of the tensors. */
  readonly #end: number;

  private constructor(
    [name, source, start]: readonly [string, ByteSource, number],
    header: Record<string, unknown>,
    rename?: (name: string) => string,
  ) {
    const { __metadata__: metadata = {}, ...described } = header;
    this.metadata = Object(metadata) as Readonly<Record<string, unknown>>;
    this.#name = name;
    this.#source = source;
    this.#start = start;
    const tensors = readHeader(name, described, (source.size ?? Infinity) - start);
    this.#end = start + ([...tensors.values()].at(-1)?.end ?? 0); // tensors are sorted by position
    this.#tensors = new TensorNames(name, tensors, rename);
  }

  /**
   * Reads the header of a safetensors file.
   * @param name name of the file in error messages
   * @param rename maps each stored name to the name used for lookup and in error messages
   * @throws TypeError or RangeError that describes the error in the file
   */
  static *open(source: ByteSource, name = 'weights', rename?: (name: string) => string): Reading<Safetensors> {
    const prefix = yield source.read(0, 8);
    const length = prefix.length === 8 ? Number(viewOf(prefix).getBigUint64(0, true)) : Infinity;
    const isPossible = 8 + length <= (source.size ?? Infinity) && length <= MAX_HEADER_BYTES;
    const header = isPossible ? yield source.read(8, 8 + length) : null;
    if (header?.length !== length) throw new RangeError(`${name}: expected a safetensors file, got something else`);
    return new Safetensors([name, source, 8 + length], parseHeader(name, header), rename);
  }

  get bytes(): number {
    return this.#end;
  }

  has(name: string): boolean {
    return this.#tensors.has(name);
  }

  find(name: string, shape: readonly number[]): StoredTensor {
    const tensor = this.#find(name, shape);
    if (tensor.decode !== DECODERS.I8) return tensor;
    const scale = this.#find(`${name}.scale`, [shape[0]!]);
    if (scale.decode === DECODERS.I8) throw new TypeError(`${scale.name}: expected F32, F16 or BF16, got I8`);
    return { ...tensor, scale };
  }

  countsOfTypes(unused?: readonly RegExp[]): Map<string, number> {
    const tensors = this.#tensors.entries(unused);
    const isScale = (name: string) => name.endsWith('.scale') && this.has(name.slice(0, -'.scale'.length));
    const counted = tensors.filter(([name]) => !isScale(name));
    return totalsOf(counted.map(([, { dtype, shape }]) => [dtype, sizeOf(shape)] as const));
  }

  expectAllFound(unused?: readonly RegExp[]): void {
    this.#tensors.expectAllFound(unused);
  }

  expectEnd(): Reading<void> {
    return expectEndAt(this.#end, this.#source, this.#name);
  }

  #find(tensor: string, shape: readonly number[]): StoredTensor {
    const entry = this.#tensors.find(tensor);
    const name = `${this.#name}: ${tensor}`;
    if (showShape(entry.shape) !== showShape(shape)) {
      throw new RangeError(`${name}: expected ${showShape(shape)}, got ${showShape(entry.shape)}`);
    }
    const dtype = expectOneOf(`${name}: dtype`, entry.dtype, READABLE_DTYPES);
    return {
      name,
      shape,
      source: this.#source,
      begin: this.#start + entry.begin,
      decode: DECODERS[dtype],
      precision: PRECISIONS[dtype],
      rowBytes: (entry.end - entry.begin) / rowsOf({ shape }),
    };
  }
}

function parseHeader(file: string, bytes: Bytes): Record<string, unknown> {
  try {
    return expectObject(file, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new TypeError(`${file}: expected a safetensors file with a JSON header, got something else`);
  }
}

/**
 * Reads the list of tensors in a header, which must cover the data without gaps or overlaps.
 * @param byteLength length of the data in bytes; Infinity if unknown
 */
function readHeader(file: string, header: Record<string, unknown>, byteLength: number): Map<string, Entry> {
  const entries = Object.entries(header)
    .map(([name, value]) => [name, readEntry(`${file}: ${name}`, value)] as const)
    .sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let end = 0;
  for (const [name, entry] of entries) {
    if (entry.begin !== end) {
      const problem = entry.begin < end ? 'overlap' : 'leave a gap';
      throw new RangeError(
        `${file}: ${name}: its bytes ${problem}: expected them to begin at ${end}, got ${entry.begin}`,
      );
    }
    end = entry.end;
  }
  if (end !== byteLength && byteLength !== Infinity) {
    throw new RangeError(`${file}: expected ${end} bytes after the header, as its tensors have, got ${byteLength}`);
  }
  return new Map(entries);
}

function readEntry(name: string, value: unknown): Entry {
  const { dtype, shape, data_offsets: offsets } = expectObject(name, value);
  const type = expectOneOf(`${name}: dtype`, dtype, DTYPES);
  const sizes = expectArray(`${name}: shape`, shape, 8).map((size, axis) =>
    expectWholeNumber(`${name}: shape[${axis}]`, size, 1),
  );
  const pair = expectArray(`${name}: data_offsets`, offsets, 2);
  if (pair.length !== 2) throw new RangeError(`${name}: data_offsets: expected 2 numbers, got ${describe(offsets)}`);
  const [begin, end] = pair.map((offset, at) => expectWholeNumber(`${name}: data_offsets[${at}]`, offset, 0));
  const bytes = sizeOf(sizes) * BYTES[type];
  if (end! - begin! !== bytes) {
    throw new RangeError(`${name}: expected ${bytes} bytes for ${type} ${showShape(sizes)}, got ${end! - begin!}`);
  }
  return { dtype: type, shape: sizes, begin: begin!, end: end! };
}
