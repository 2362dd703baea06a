// Conversion to and from reduced precision: float16, and int8 with one scale per row.
import { expectObject, expectSize } from './checks.js';
import {
  checkFiniteTensor,
  checkShape,
  checkTensor,
  expectFinite,
  expectSizeOf,
  expectWithinFloat32,
  sizeOf,
  zeros,
  type Tensor,
  type TensorInput,
} from './tensor.js';
import { expectTypedArray } from './typed-arrays.js';

/** A single float32 number, for access to its bits: `floatBits` is the same memory as an integer. */
const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** Decodes a float16 number (IEEE 754 binary16): its bits, shifted into a float32, give 2^−112 times its value. */
export function fromHalf(bits: number): number {
  if ((bits & 0x7c00) === 0x7c00) return (bits & 0x3ff) === 0 ? (bits & 0x8000 ? -Infinity : Infinity) : NaN;
  floatBits[0] = ((bits & 0x8000) << 16) | ((bits & 0x7fff) << 13);
  return float[0]! * 2 ** 112;
}

/** Rounds a number to the nearest integer. A tie is rounded to the even integer. */
function roundTiesToEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** Rounds a number to the nearest float16 number, and returns the bits of that float16 number. */
export function toHalf(number: number): number {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const size = Math.abs(number);
  if (Number.isNaN(size)) return 0x7e00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  // The number's magnitude in units of 2^(exponent − 10), which is the spacing of float16 numbers with this exponent.
  const steps = size === 0 ? 0 : roundTiesToEven(size / 2 ** (exponent - 10));
  if (size === Infinity || steps * 2 ** (exponent - 10) >= 65_520) return sign | 0x7c00;
  return sign | (steps < 1024 ? steps : (exponent + 14) * 1024 + steps);
}

/** A tensor of float16 numbers, stored as their 16 bits each. */
export interface HalfTensor {
  readonly bits: Uint16Array;
  readonly shape: readonly number[];
}

/**
 * Rounds a tensor to float16. The relative error is at most 2^−11 (0.05%) for magnitudes from 6.1e-5 to 65,504.
 * @param value tensor of any shape
 */
export function toHalfPrecision(value: TensorInput): HalfTensor {
  const { data, shape } = checkTensor('value', value);
  return { bits: Uint16Array.from(data, toHalf), shape };
}

/**
 * Converts a tensor from float16 to float32.
 * @param half tensor of any shape; infinities and NaN are preserved
 */
export function fromHalfPrecision(half: HalfTensor): Tensor {
  const given = expectObject('half', half);
  const shape = checkShape('half.shape', given['shape']);
  const bits = expectTypedArray('half.bits', given['bits'], 'Uint16Array');
  expectSizeOf('half.bits', 'numbers', bits, shape);
  return { data: Float32Array.from(bits, fromHalf), shape };
}

/** An int8 matrix with one scale per row: each element is its int8 value times the scale. */
export interface Int8Tensor {
  readonly values: Int8Array;
  /** Scale of each row, by which its int8 values are multiplied, [rows]. */
  readonly scales: Float32Array;
  /** Shape of the matrix, [rows, columns]. */
  readonly shape: readonly number[];
}

/**
 * Scale of a row of a matrix in int8: 1/127 of the row's largest magnitude, adjusted so that 127 times the scale stays
 * within float32.
 */
function scaleOf(largest: number): number {
  const scale = Math.fround(largest / 127);
  return Number.isFinite(Math.fround(127 * scale)) ? scale : Math.fround(scale * (1 - 2 ** -23));
}

/**
 * Quantizes a matrix to int8 with one scale per row. The error is at most 1/254 of the row's largest magnitude, plus
 * 2^−23 of it for rounding to float32; rows of magnitudes below 1e-36, whose scale is subnormal, lose up to 1e-43 more.
 * @param value [rows, columns], finite
 */
export function toInt8PerRow(value: TensorInput): Int8Tensor {
  const { data, shape } = checkFiniteTensor('value', value, ['rows', 'columns']);
  const [rows, columns] = shape as [number, number];
  const scales = zeros('scales', [rows]);
  const values = new Int8Array(sizeOf(shape));
  for (let row = 0; row < rows; row++) {
    const numbers = data.subarray(row * columns, (row + 1) * columns);
    const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const scale = scaleOf(largest);
    scales[row] = scale;
    numbers.forEach((number, column) => {
      values[row * columns + column] = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(number / scale)));
    });
  }
  return { values, scales, shape };
}

/**
 * Converts an int8 matrix to float32, by multiplying each row by its scale.
 * @throws RangeError if a scale or a product is not within float32
 */
export function fromInt8PerRow(int8: Int8Tensor): Tensor {
  const given = expectObject('int8', int8);
  const shape = checkShape('int8.shape', given['shape'], ['rows', 'columns']);
  const values = expectTypedArray('int8.values', given['values'], 'Int8Array');
  const scales = expectTypedArray('int8.scales', given['scales'], 'Float32Array');
  const [rows, columns] = shape as [number, number];
  expectSizeOf('int8.values', 'numbers', values, shape);
  expectSize('int8.scales.length', scales.length, rows, 'rows, as in shape[0]');
  expectFinite('int8.scales', { data: scales, shape: [rows] });
  const matrix = { data: zeros('matrix', shape), shape };
  for (let at = 0; at < values.length; at++) matrix.data[at] = values[at]! * scales[Math.floor(at / columns)]!;
  expectWithinFloat32('matrix', matrix);
  return matrix;
}
