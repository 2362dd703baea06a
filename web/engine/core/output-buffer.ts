// The `out` option of attention calls, by which the output is written to the caller's array.
import { showShape, sizeOf } from './tensor.js';
import { expectTypedArray } from './typed-arrays.js';

export interface OutOption {
  /**
   * Array that the output is written to, and that the result refers to; pass it to reuse memory (PyTorch's `out=`). Its
   * length must match the output. In a browser, allocating an array costs more than the copy. Default: a new array.
   */
  out?: Float32Array;
}

/** Checks the option `out` for an output of the given shape. Returns the caller's array, or null if none is given. */
export function checkOut(value: unknown, shape: readonly number[]): Float32Array | null {
  if (value === undefined) return null;
  const view = expectTypedArray('out', value, 'Float32Array');
  if (view.length !== sizeOf(shape)) {
    throw new RangeError(`out.length: expected ${sizeOf(shape)}, for shape ${showShape(shape)}, got ${view.length}`);
  }
  return value as Float32Array;
}
