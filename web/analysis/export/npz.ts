// NumPy's npz: a ZIP archive, stored without compression, of arrays in the npy format (numpy.lib.format; PKWARE's APPNOTE).
import { zeros } from '../../engine/core/tensor.js';
import type { NamedTensor } from '../../engine/weights/write-safetensors.js';

/** The alignment of the numbers of an array, in bytes. */
const ALIGNMENT = 64;
/** Largest archive that its 32-bit offsets can describe. */
const MAX_BYTES = 2 ** 31 - 1;

type Bytes = Uint8Array<ArrayBuffer>;

/** @param texts arrays of one text, without dimensions */
export function npzOf(tensors: readonly NamedTensor[], texts: Readonly<Record<string, string>>): Bytes {
  const arrays = tensors.map(([name, { data, shape }]) => [name, arrayOf('<f4', shape, bytesOf(data))] as const);
  const written = Object.entries(texts).map(([name, text]) => [name, textArrayOf(text)] as const);
  return archiveOf([...written, ...arrays].map(([name, content]) => ({ name: `${name}.npy`, content })));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** An array in version 1.0 of the format. WebAssembly, and every machine that runs it, has the file's byte order. */
function arrayOf(type: string, shape: readonly number[], numbers: Uint8Array): Bytes {
  const dimensions = shape.map((size) => `${size},`).join(' ');
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${dimensions}), }`;
  const start = Math.ceil((10 + header.length + 1) / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(start + numbers.length).fill(0x20, 10, start);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]); // \x93NUMPY
  new DataView(bytes.buffer).setUint16(8, start - 10, true);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes[start - 1] = 0x0a;
  bytes.set(numbers, start);
  return bytes;
}

/** A text as NumPy has it: UTF-32. */
function textArrayOf(text: string): Bytes {
  const codePoints = Uint32Array.from(text, (character) => character.codePointAt(0)!);
  return arrayOf(`<U${codePoints.length}`, [], new Uint8Array(codePoints.buffer));
}

interface Entry {
  readonly name: string;
  readonly content: Bytes;
}

const SIGNATURES = { entry: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 } as const;
const VERSION = 20;
/** 1 January 1980, so that the same result makes the same file. */
const DATE = (1 << 5) | 1;
const SIZES = { entry: 30, listed: 46, end: 22 } as const;

/** Entries, then their list, then its place. */
function archiveOf(entries: readonly Entry[]): Bytes {
  const sum = (sizeOf: (entry: Entry) => number) => entries.reduce((total, entry) => total + sizeOf(entry), 0);
  const start = sum(({ name, content }) => SIZES.entry + name.length + content.length);
  const listed = sum(({ name }) => SIZES.listed + name.length);
  const total = start + listed + SIZES.end;
  if (total > MAX_BYTES) throw new RangeError(`npz: expected at most ${MAX_BYTES} bytes, got ${total}`);
  const bytes = new Uint8Array(zeros('npz', [Math.ceil(total / 4)]).buffer, 0, total);
  const view = new DataView(bytes.buffer);
  let [at, list] = [0, start];
  for (const { name, content } of entries) {
    const encoded = new TextEncoder().encode(name);
    const common = (to: number) => {
      view.setUint16(to, VERSION, true);
      view.setUint16(to + 8, DATE, true);
      view.setUint32(to + 10, checksumOf(content), true);
      view.setUint32(to + 14, content.length, true); // compressed
      view.setUint32(to + 18, content.length, true);
      view.setUint16(to + 22, encoded.length, true);
    };
    view.setUint32(list, SIGNATURES.listed, true);
    view.setUint16(list + 4, VERSION, true);
    common(list + 6);
    view.setUint32(list + 42, at, true);
    bytes.set(encoded, list + SIZES.listed);
    list += SIZES.listed + encoded.length;
    view.setUint32(at, SIGNATURES.entry, true);
    common(at + 4);
    bytes.set(encoded, at + SIZES.entry);
    bytes.set(content, at + SIZES.entry + encoded.length);
    at += SIZES.entry + encoded.length + content.length;
  }
  view.setUint32(list, SIGNATURES.end, true);
  view.setUint16(list + 8, entries.length, true);
  view.setUint16(list + 10, entries.length, true);
  view.setUint32(list + 12, listed, true);
  view.setUint32(list + 16, start, true);
  return bytes;
}

/** CRC-32 of ISO 3309, by bytes. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function checksumOf(bytes: Uint8Array): number {
  let checksum = ~0;
  for (const byte of bytes) checksum = (checksum >>> 8) ^ CHECKSUMS[(checksum ^ byte) & 0xff]!;
  return ~checksum >>> 0;
}
