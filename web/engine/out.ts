// Where an output is written: into a new array, or into one of the caller's.
import { expectFloats } from './checks.js';
import { showShape, sizeOf, type Tensor } from './tensor.js';

export interface OutOption {
  /**
   * Where the output is written, as many numbers as it has (PyTorch's `out=`); the result holds this array. For what is
   * computed again and again: in a browser, memory that is new takes longer than copying into it. Default: a new array.
   */
  out?: Float32Array;
}

/** The array to write into, which an output of this shape fits, neither more nor less; null: a new one. */
export function checkOut(options: OutOption | undefined, shape: readonly number[]): Float32Array | null {
  if (options?.out === undefined) return null;
  const out = expectFloats('out', options.out);
  if (out.length !== sizeOf(shape)) {
    throw new RangeError(`out.length: expected ${sizeOf(shape)}, of ${showShape(shape)}, got ${out.length}`);
  }
  return out;
}

/** Makes sure that an output which is written while the inputs are still being read shares no memory with them. */
export function expectApart(out: Float32Array | null, inputs: Readonly<Record<string, Tensor>>): void {
  if (!out) return;
  const end = (array: Float32Array) => array.byteOffset + array.byteLength;
  for (const [name, { data }] of Object.entries(inputs)) {
    if (data.buffer === out.buffer && data.byteOffset < end(out) && out.byteOffset < end(data)) {
      throw new RangeError(`out: expected memory of its own in an asynchronous call, got that of ${name}`);
    }
  }
}
