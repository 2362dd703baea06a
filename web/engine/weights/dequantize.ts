// Decodes the number types of GGUF files to float32 (layouts: github.com/ggml-org/ggml, ggml-common.h and
// ggml-quants.c). Most types are quantized: blocks of integers of a few bits, with scales.
import { fromHalf } from '../core/precision.js';

/** A number type in GGUF files, stored in blocks of a fixed number of elements and bytes. */
export interface BlockType {
  name: string;
  numbers: number;
  bytes: number;
  /** Decodes the block at byte offset `block`, and writes its numbers into `values`, starting at index `at`. */
  read: (file: DataView, block: number, values: Float32Array, at: number) => void;
}

/**
 * A single float32 number, for access to its bits: `floatBits` is the same memory. A bfloat16 number is the upper half
 * of these bits.
 */
const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

const half = (file: DataView, byte: number): number => fromHalf(file.getUint16(byte, true));
const low = (byte: number): number => byte & 0xf;
const high = (byte: number): number => byte >> 4;

/**
 * Reads 32 integers of 4 bits from 16 bytes. The first 16 are the lower halves of the bytes from `begin` on, the other
 * 16 the upper halves.
 */
function readNibbles(
  file: DataView,
  begin: number,
  valueOf: (nibble: number, index: number) => number,
  values: Float32Array,
  at: number,
): void {
  for (let index = 0; index < 16; ++index) {
    const byte = file.getUint8(begin + index);
    values[at + index] = valueOf(low(byte), index);
    values[at + 16 + index] = valueOf(high(byte), 16 + index);
  }
}

/** Fifth bit of the five-bit integer with the given index among 32, at its place in the integer: 16 or 0. */
const fifthBit = (bits: number, index: number): number => ((bits >>> index) & 1) << 4;

/**
 * Scale and minimum of one of the 8 parts, of 32 numbers each, of a k-quant block. The block stores all of them with 6
 * bits each, in 12 bytes.
 */
function scaleAndMinimum(file: DataView, scales: number, part: number): [scale: number, minimum: number] {
  const byte = (index: number) => file.getUint8(scales + index);
  if (part < 4) return [byte(part) & 63, byte(part + 4) & 63];
  const rest = byte(part + 4);
  return [low(rest) | ((byte(part - 4) >> 6) << 4), high(rest) | ((byte(part) >> 6) << 4)];
}

/**
 * Reads a k-quant block of 256 numbers, in 8 parts of 32. Two parts share the bytes of their integers, each using one
 * half of every byte.
 * @param highBits offset of the integers' fifth bits; null if they have four bits
 */
function readKBlock(file: DataView, block: number, highBits: number | null, values: Float32Array, at: number): void {
  const [scale, minimum] = [half(file, block), half(file, block + 2)];
  const integers = block + 16 + (highBits === null ? 0 : 32);
  for (let part = 0; part < 8; ++part) {
    const [partScale, partMinimum] = scaleAndMinimum(file, block + 4, part);
    const [factor, offset] = [scale * partScale, minimum * partMinimum];
    const begin = integers + 32 * (part >> 1);
    for (let index = 0; index < 32; ++index) {
      const byte = file.getUint8(begin + index);
      const fifth = highBits === null ? 0 : ((file.getUint8(highBits + index) >> part) & 1) << 4;
      values[at + 32 * part + index] = factor * ((part % 2 === 0 ? low(byte) : high(byte)) | fifth) - offset;
    }
  }
}

/** Reads a Q6_K block: 256 integers of 6 bits, minus 32, in 16 parts with an 8-bit scale each. */
function readQ6K(file: DataView, block: number, values: Float32Array, at: number): void {
  const [lowBits, highBits, scales] = [block, block + 128, block + 192];
  const scale = half(file, block + 208);
  for (let index = 0; index < 256; ++index) {
    const [hundred, within] = [index >> 7, index & 127]; // two halves of 128 numbers, each with four quarters of 32
    const [quarter, column] = [within >> 5, within & 31];
    const byte = file.getUint8(lowBits + 64 * hundred + column + 32 * (quarter & 1));
    const upper = (file.getUint8(highBits + 32 * hundred + column) >> (2 * quarter)) & 3;
    const integer = ((quarter < 2 ? low(byte) : high(byte)) | (upper << 4)) - 32;
    values[at + index] = scale * file.getInt8(scales + (index >> 4)) * integer;
  }
}

/** Number types that can be read, by their code in GGUF files. */
export const BLOCK_TYPES: ReadonlyMap<number, BlockType> = new Map<number, BlockType>([
  [
    0,
    {
      name: 'F32',
      numbers: 1,
      bytes: 4,
      read: (file, block, values, at) => (values[at] = file.getFloat32(block, true)),
    },
  ],
  [1, { name: 'F16', numbers: 1, bytes: 2, read: (file, block, values, at) => (values[at] = half(file, block)) }],
  [
    2,
    {
      name: 'Q4_0',
      numbers: 32,
      bytes: 18,
      read: (file, block, values, at) => {
        const scale = half(file, block);
        readNibbles(file, block + 2, (nibble) => scale * (nibble - 8), values, at);
      },
    },
  ],
  [
    3,
    {
      name: 'Q4_1',
      numbers: 32,
      bytes: 20,
      read: (file, block, values, at) => {
        const [scale, minimum] = [half(file, block), half(file, block + 2)];
        readNibbles(file, block + 4, (nibble) => scale * nibble + minimum, values, at);
      },
    },
  ],
  [
    6,
    {
      name: 'Q5_0',
      numbers: 32,
      bytes: 22,
      read: (file, block, values, at) => {
        const [scale, bits] = [half(file, block), file.getUint32(block + 2, true)];
        readNibbles(file, block + 6, (nibble, index) => scale * ((nibble | fifthBit(bits, index)) - 16), values, at);
      },
    },
  ],
  [
    7,
    {
      name: 'Q5_1',
      numbers: 32,
      bytes: 24,
      read: (file, block, values, at) => {
        const [scale, minimum] = [half(file, block), half(file, block + 2)];
        const bits = file.getUint32(block + 4, true);
        const valueOf = (nibble: number, index: number) => scale * (nibble | fifthBit(bits, index)) + minimum;
        readNibbles(file, block + 8, valueOf, values, at);
      },
    },
  ],
  [
    8,
    {
      name: 'Q8_0',
      numbers: 32,
      bytes: 34,
      read: (file, block, values, at) => {
        const scale = half(file, block);
        for (let index = 0; index < 32; ++index) values[at + index] = scale * file.getInt8(block + 2 + index);
      },
    },
  ],
  [
    12,
    {
      name: 'Q4_K',
      numbers: 256,
      bytes: 144,
      read: (file, block, values, at) => readKBlock(file, block, null, values, at),
    },
  ],
  [
    13,
    {
      name: 'Q5_K',
      numbers: 256,
      bytes: 176,
      read: (file, block, values, at) => readKBlock(file, block, block + 16, values, at),
    },
  ],
  [14, { name: 'Q6_K', numbers: 256, bytes: 210, read: readQ6K }],
  [
    30,
    {
      name: 'BF16',
      numbers: 1,
      bytes: 2,
      read: (file, block, values, at) => {
        floatBits[0] = file.getUint16(block, true) << 16;
        values[at] = float[0]!;
      },
    },
  ],
]);
