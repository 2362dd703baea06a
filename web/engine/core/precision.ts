// Reduced precision: float16, and int8 with a scale per row, the formats of the model's file.
import { checkTensor, sizeOf, type Tensor } from './tensor.js';

/** The value of a float16 (IEEE 754 binary16). */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Rounds to the nearest integer, ties to even. */
function roundTiesToEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** The float16 nearest to a number. */
export function toHalf(number: number): number {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const size = Math.abs(number);
  if (Number.isNaN(size)) return 0x7e00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = size === 0 ? 0 : roundTiesToEven(size / 2 ** (exponent - 10)); // in units of 2^(exponent − 10)
  if (size === Infinity || steps * 2 ** (exponent - 10) >= 65_520) return sign | 0x7c00;
  return sign | (steps < 1024 ? steps : (exponent + 14) * 1024 + steps);
}

/** A tensor in float16. */
export interface HalfTensor {
  readonly bits: Uint16Array;
  readonly shape: readonly number[];
}

/**
 * Rounds to float16. The relative error is at most 2^−11 (0.05%) for magnitudes from 6.1e-5 to 65,504.
 * @param value of any shape
 */
export function toHalfPrecision(value: Tensor): HalfTensor {
  const { data, shape } = checkTensor('value', value);
  return { bits: Uint16Array.from(data, toHalf), shape };
}

export const fromHalfPrecision = ({ bits, shape }: HalfTensor): Tensor => ({
  data: Float32Array.from(bits, fromHalf),
  shape,
});

/** A matrix in int8 with a float16 scale per row. */
export interface Int8Tensor {
  readonly values: Int8Array;
  /** [rows], float16 bits. */
  readonly scales: Uint16Array;
  /** [rows, columns] */
  readonly shape: readonly number[];
}

/**
 * Quantizes to int8 with a scale per row. The error is at most 1/254 of the largest magnitude of the row, plus 2^−11 of
 * the number for the rounding of the scale.
 * @param value [rows, columns]
 */
export function toInt8PerRow(value: Tensor): Int8Tensor {
  const { data, shape } = checkTensor('value', value, ['rows', 'columns']);
  const [rows, columns] = shape as [number, number];
  const scales = new Uint16Array(rows);
  const values = new Int8Array(sizeOf(shape));
  for (let row = 0; row < rows; row++) {
    const numbers = data.subarray(row * columns, (row + 1) * columns);
    const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    scales[row] = toHalf(largest / 127);
    const scale = fromHalf(scales[row]!);
    numbers.forEach((number, column) => {
      values[row * columns + column] = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(number / scale)));
    });
  }
  return { values, scales, shape };
}

export function fromInt8PerRow({ values, scales, shape }: Int8Tensor): Tensor {
  const columns = shape[1]!;
  const factors = Array.from(scales, fromHalf);
  return { data: Float32Array.from(values, (value, at) => value * factors[Math.floor(at / columns)]!), shape };
}
