// NumPy's npz format: an uncompressed ZIP archive of arrays in the npy format (numpy.lib.format).
import { stored } from './zip.js';
import type { NamedTensor } from '../../engine/weights/write-safetensors.js';

/** Alignment, in bytes, of the array data within an npy file. */
const ALIGNMENT = 64;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Writes tensors and texts in the npz format.
 * @param texts strings by name, stored as zero-dimensional arrays
 */
export function npzOf(tensors: readonly NamedTensor[], texts: Readonly<Record<string, string>>): Bytes {
  const arrays = tensors.map(([name, { data, shape }]) => [name, arrayOf('<f4', shape, bytesOf(data))] as const);
  const written = Object.entries(texts).map(([name, text]) => [name, textArrayOf(text)] as const);
  return stored(Object.fromEntries([...written, ...arrays].map(([name, content]) => [`${name}.npy`, content])));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * Encodes a tensor in version 1.0 of the npy format. Numbers are little-endian, as WebAssembly and every machine that
 * runs it store them.
 */
function arrayOf(type: string, shape: readonly number[], numbers: Uint8Array): Bytes {
  const dimensions = shape.map((size) => `${size},`).join(' ');
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${dimensions}), }`;
  const start = Math.ceil((10 + header.length + 1) / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(start + numbers.length).fill(0x20, 10, start);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]); // the magic bytes \x93NUMPY
  new DataView(bytes.buffer).setUint16(8, start - 10, true);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes[start - 1] = 0x0a;
  bytes.set(numbers, start);
  return bytes;
}

function textArrayOf(text: string): Bytes {
  const codePoints = Uint32Array.from(text, (character) => character.codePointAt(0)!);
  return arrayOf(`<U${codePoints.length}`, [], new Uint8Array(codePoints.buffer));
}
