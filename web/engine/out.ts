// Where an output is written: into a new array, or into one of the caller's.
import { expectFloats, expectObject } from './checks.js';
import { showShape, sizeOf, type Tensor } from './tensor.js';

export interface OutOption {
  /**
   * Where the output is written, as many numbers as it has (PyTorch's `out=`); the result holds this array. For what is
   * computed again and again: in a browser, memory that is new takes longer than copying into it. Default: a new array.
   */
  out?: Float32Array;
}

/** The option, and the others. */
export function splitOut(options: unknown): { out: Float32Array | null; rest: unknown } {
  if (options === undefined) return { out: null, rest: undefined };
  const { out, ...rest } = expectObject('options', options);
  return { out: out === undefined ? null : expectFloats('out', out), rest };
}

/** Makes sure that an output of this shape fits, neither more nor less. */
export function expectOut(out: Float32Array | null, shape: readonly number[]): void {
  if (out && out.length !== sizeOf(shape)) {
    throw new RangeError(`out.length: expected ${sizeOf(shape)}, of ${showShape(shape)}, got ${out.length}`);
  }
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
