// The safetensors format (github.com/huggingface/safetensors): a JSON header, then the numbers. A matrix may be stored in
// int8 with one scale per row, in a tensor named `<name>.scale`.
import { describe, expectArray, expectObject, expectOneOf, expectWholeNumber } from '../core/checks.js';
import { fromHalf } from '../core/precision.js';
import { expectFinite, showShape, sizeOf, zeros, type Tensor } from '../core/tensor.js';

const BYTES = { F32: 4, F16: 2, I8: 1 } as const;
type Dtype = keyof typeof BYTES;
const DTYPES = Object.keys(BYTES) as Dtype[];

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
export class Safetensors {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #numbers: DataView;
  readonly #unread: Set<string>;

  /** @throws TypeError or RangeError that says what is wrong with the file */
  constructor(file: ArrayBuffer) {
    const start = file.byteLength >= 8 ? 8 + Number(new DataView(file).getBigUint64(0, true)) : Infinity;
    if (start > file.byteLength || start - 8 > MAX_HEADER_BYTES) {
      throw new RangeError('weights: expected a safetensors file, got something else');
    }
    this.#numbers = new DataView(file, start);
    this.#entries = readHeader(parseHeader(new Uint8Array(file, 8, start - 8)), file.byteLength - start);
    this.#unread = new Set(this.#entries.keys());
  }

  /**
   * A tensor of this name and shape.
   * @throws TypeError or RangeError that names the tensor
   */
  read(name: string, shape: readonly number[]): Tensor {
    const entry = this.#entry(name, shape);
    this.#unread.delete(name);
    const tensor = { data: zeros(`weights: ${name}`, shape), shape };
    if (entry.dtype === 'I8') this.#readInt8(name, entry, tensor);
    else this.#readFloats(entry, tensor.data);
    return tensor;
  }

  /** @throws RangeError if there is no tensor of this name and shape */
  expect(name: string, shape: readonly number[]): void {
    this.#entry(name, shape);
  }

  /** @throws RangeError that names a tensor of the file that has not been read */
  expectAllRead(): void {
    const [name] = this.#unread;
    if (name !== undefined) throw new RangeError(`weights: expected the tensors of the model only, got '${name}' too`);
  }

  #readFloats({ dtype, begin }: Entry, data: Float32Array): void {
    const read = (at: number) =>
      dtype === 'F16'
        ? fromHalf(this.#numbers.getUint16(begin + 2 * at, true))
        : this.#numbers.getFloat32(begin + 4 * at, true);
    for (let at = 0; at < data.length; ++at) data[at] = read(at);
  }

  #readInt8(name: string, { begin }: Entry, { data, shape }: Tensor): void {
    const rows = shape[0]!;
    const scale = this.#entry(`${name}.scale`, [rows]);
    this.#unread.delete(`${name}.scale`);
    if (scale.dtype === 'I8') throw new TypeError(`weights: ${name}.scale: expected F32 or F16, got I8`);
    const scales = new Float32Array(rows);
    this.#readFloats(scale, scales);
    expectFinite(`weights: ${name}.scale`, { data: scales, shape: [rows] });
    const columns = data.length / rows;
    for (let at = 0; at < data.length; ++at) {
      data[at] = this.#numbers.getInt8(begin + at) * scales[Math.floor(at / columns)]!;
    }
  }

  #entry(name: string, shape: readonly number[]): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new RangeError(`weights: expected a tensor ${name}, got none`);
    if (showShape(entry.shape) !== showShape(shape)) {
      throw new RangeError(`weights: ${name}: expected ${showShape(shape)}, got ${showShape(entry.shape)}`);
    }
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
    .filter(([name]) => name !== '__metadata__')
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
