// The safetensors format (github.com/huggingface/safetensors): a JSON header, then the numbers. A matrix may be stored in
// int8 with one scale per row, in a tensor named `<name>.scale`.
import { describe, expectArray, expectObject, expectOneOf, expectWholeNumber } from '../core/checks.js';
import { fromHalf } from '../core/precision.js';
import { TensorNames } from './tensor-names.js';
import type { WeightsFile } from './weights-file.js';
import { expectFinite, showShape, sizeOf, zeros, type Tensor } from '../core/tensor.js';

/** The bytes of a number of each type that can be read. */
const READABLE = { F32: 4, F16: 2, BF16: 2, I8: 1 } as const;
/** … and of types that a file may have beside them, in tensors that are not read. */
const BYTES = { ...READABLE, F64: 8, I64: 8, I32: 4, I16: 2, U8: 1, BOOL: 1 } as const;
type Dtype = keyof typeof BYTES;
const DTYPES = Object.keys(BYTES) as Dtype[];
const READABLE_DTYPES = Object.keys(READABLE) as (keyof typeof READABLE)[];

/** The format's own limit. */
const MAX_HEADER_BYTES = 100_000_000;

interface Entry {
  dtype: Dtype;
  shape: readonly number[];
  /** Bytes after the header. */
  begin: number;
  end: number;
}

/** A checked file: every byte after its header belongs to one tensor. */
export class Safetensors implements WeightsFile {
  readonly #tensors: TensorNames<Entry>;
  readonly #numbers: DataView;
  /** The texts that the file has beside the tensors. */
  readonly metadata: Readonly<Record<string, unknown>>;

  /**
   * @param rename gives each tensor the name by which it is asked for; in errors it has that one
   * @throws TypeError or RangeError that says what is wrong with the file
   */
  constructor(file: ArrayBuffer, rename: (name: string) => string = (name) => name) {
    const start = file.byteLength >= 8 ? 8 + Number(new DataView(file).getBigUint64(0, true)) : Infinity;
    if (start > file.byteLength || start - 8 > MAX_HEADER_BYTES) {
      throw new RangeError('weights: expected a safetensors file, got something else');
    }
    this.#numbers = new DataView(file, start);
    const { __metadata__: metadata = {}, ...described } = parseHeader(new Uint8Array(file, 8, start - 8));
    this.metadata = Object(metadata) as Readonly<Record<string, unknown>>;
    this.#tensors = new TensorNames(readHeader(described, file.byteLength - start), rename);
  }

  has(name: string): boolean {
    return this.#tensors.has(name);
  }

  read(name: string, shape: readonly number[]): Tensor {
    const entry = this.#entry(name, shape);
    this.#tensors.markRead(name);
    const data = zeros(`weights: ${name}`, shape);
    if (entry.dtype === 'I8') this.#readInt8(name, entry, { data, shape });
    else this.#readFloats(entry, data);
    return { data, shape };
  }

  expect(name: string, shape: readonly number[]): void {
    this.#entry(name, shape);
  }

  expectAllRead(unused?: readonly RegExp[]): void {
    this.#tensors.expectAllRead(unused);
  }

  #readFloats({ dtype, begin }: Entry, data: Float32Array<ArrayBuffer>): void {
    const numbers = this.#numbers;
    if (dtype === 'F32') {
      // WebAssembly, and every machine that it runs on, has the file's order of bytes.
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset + begin, data.byteLength);
      new Uint8Array(data.buffer).set(bytes);
    } else if (dtype === 'BF16') {
      const bits = new Uint32Array(data.buffer); // the upper halves of float32
      for (let at = 0; at < bits.length; ++at) bits[at] = numbers.getUint16(begin + 2 * at, true) << 16;
    } else {
      for (let at = 0; at < data.length; ++at) data[at] = fromHalf(numbers.getUint16(begin + 2 * at, true));
    }
  }

  #readInt8(name: string, { begin }: Entry, { data, shape }: Tensor): void {
    const rows = shape[0]!;
    const scale = this.#entry(`${name}.scale`, [rows]);
    this.#tensors.markRead(`${name}.scale`);
    if (scale.dtype === 'I8') throw new TypeError(`weights: ${name}.scale: expected F32, F16 or BF16, got I8`);
    const scales = new Float32Array(rows);
    this.#readFloats(scale, scales);
    expectFinite(`weights: ${name}.scale`, { data: scales, shape: [rows] });
    const columns = data.length / rows;
    for (let at = 0; at < data.length; ++at) {
      data[at] = this.#numbers.getInt8(begin + at) * scales[Math.floor(at / columns)]!;
    }
  }

  #entry(name: string, shape: readonly number[]): Entry {
    const entry = this.#tensors.find(name);
    if (showShape(entry.shape) !== showShape(shape)) {
      throw new RangeError(`weights: ${name}: expected ${showShape(shape)}, got ${showShape(entry.shape)}`);
    }
    expectOneOf(`weights: ${name}: dtype`, entry.dtype, READABLE_DTYPES);
    return entry;
  }
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    return expectObject('header', JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new TypeError('weights: expected a safetensors file with a JSON header, got something else');
  }
}

/** The tensors of a header, which cover the numbers without gaps and overlaps. */
function readHeader(header: Record<string, unknown>, byteLength: number): Map<string, Entry> {
  const entries = Object.entries(header)
    .map(([name, value]) => [name, readEntry(`weights: ${name}`, value)] as const)
    .sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let end = 0;
  for (const [name, entry] of entries) {
    if (entry.begin !== end) {
      const what = entry.begin < end ? 'overlap' : 'leave a gap';
      throw new RangeError(`weights: ${name}: its bytes ${what}: expected them to begin at ${end}, got ${entry.begin}`);
    }
    end = entry.end;
  }
  if (end !== byteLength) {
    throw new RangeError(`weights: expected ${end} bytes after the header, as its tensors have, got ${byteLength}`);
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
