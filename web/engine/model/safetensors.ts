// The safetensors format (github.com/huggingface/safetensors): a JSON header, then the numbers. A matrix may be stored in
// int8 with one scale per row, in a tensor named `<name>.scale`.
import { describe } from '../core/checks.js';
import { fromHalf } from '../core/precision.js';
import { sizeOf, type Tensor } from '../core/tensor.js';

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

const BYTES: Record<string, number> = { F32: 4, F16: 2, I8: 1 };

export class Safetensors {
  readonly #header: Record<string, Entry>;
  readonly #numbers: DataView;

  /** @throws TypeError or RangeError that says what is wrong with the file */
  constructor(file: ArrayBuffer) {
    const start = file.byteLength >= 8 ? 8 + Number(new DataView(file).getBigUint64(0, true)) : Infinity;
    if (start > file.byteLength) throw new RangeError('weights: expected a safetensors file, got something else');
    let header: unknown;
    try {
      header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 8, start - 8)));
    } catch {
      throw new TypeError('weights: expected a safetensors file with a JSON header, got something else');
    }
    this.#header = header as Record<string, Entry>;
    this.#numbers = new DataView(file, start);
  }

  /** A tensor of this name and shape. */
  read(name: string, shape: readonly number[]): Tensor {
    const entry = this.#entry(name, shape);
    const size = sizeOf(shape);
    const [begin] = entry.data_offsets;
    const data = new Float32Array(size);
    if (entry.dtype === 'I8') {
      const scales = this.read(`${name}.scale`, [shape[0]!]).data;
      const columns = size / shape[0]!;
      const bytes = new Int8Array(this.#numbers.buffer, this.#numbers.byteOffset + begin, size);
      for (let i = 0; i < size; ++i) data[i] = bytes[i]! * scales[Math.floor(i / columns)]!;
    } else if (entry.dtype === 'F16') {
      for (let i = 0; i < size; ++i) data[i] = fromHalf(this.#numbers.getUint16(begin + 2 * i, true));
    } else {
      for (let i = 0; i < size; ++i) data[i] = this.#numbers.getFloat32(begin + 4 * i, true);
    }
    return { data, shape };
  }

  #entry(name: string, shape: readonly number[]): Entry {
    const entry = Object.hasOwn(this.#header, name) ? this.#header[name] : undefined;
    if (!entry) throw new RangeError(`weights: expected a tensor ${name}, got none`);
    const bytes = BYTES[entry.dtype];
    if (bytes === undefined) {
      throw new TypeError(`weights: ${name}: expected F32, F16 or I8, got ${describe(entry.dtype)}`);
    }
    if (String(entry.shape) !== String(shape)) {
      throw new RangeError(`weights: ${name}: expected [${shape.join(', ')}], got [${String(entry.shape)}]`);
    }
    const [begin, end] = entry.data_offsets;
    if (end - begin !== sizeOf(shape) * bytes || begin < 0 || end > this.#numbers.byteLength) {
      throw new RangeError(`weights: ${name}: expected ${sizeOf(shape) * bytes} bytes inside the file`);
    }
    return entry;
  }
}
