// The `out` option: reuse of a caller's array for the output.
import { expectFloats } from './checks.js';
import { showShape, sizeOf, type Tensor } from './tensor.js';

export interface OutOption {
  /**
   * Pass `out` to reuse an array (PyTorch's `out=`): the output is written into it, and the result refers to it. Its length
   * must be that of the output. In a browser, a new array costs more than the copy. Default: a new array.
   */
  out?: Float32Array;
}

/** Checks `out` for an output of this shape; null: none given. */
export function checkOut(options: OutOption | undefined, shape: readonly number[]): Float32Array | null {
  if (options?.out === undefined) return null;
  const out = expectFloats('out', options.out);
  if (out.length !== sizeOf(shape)) {
    throw new RangeError(`out.length: expected ${sizeOf(shape)}, for shape ${showShape(shape)}, got ${out.length}`);
  }
  return out;
}

/** Checks that `out` does not overlap the inputs: an asynchronous call writes it while it still reads them. */
export function expectApart(out: Float32Array | null, inputs: Readonly<Record<string, Tensor>>): void {
  if (!out) return;
  const end = (array: Float32Array) => array.byteOffset + array.byteLength;
  for (const [name, { data }] of Object.entries(inputs)) {
    if (data.buffer === out.buffer && data.byteOffset < end(out) && out.byteOffset < end(data)) {
      throw new RangeError(
        `out: expected memory that does not overlap the inputs in an asynchronous call, got that of ${name}`,
      );
    }
  }
}
