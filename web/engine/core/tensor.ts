// Tensors: arrays with a shape.
import { describe, expectArray, expectFloats, expectObject, expectWholeNumber } from './checks.js';

/** Numbers in row-major order, and their shape. */
export interface Tensor {
  /** The numbers, the last dimension contiguous. Its length is the product of `shape`. */
  readonly data: Float32Array;
  /** The size of each dimension, outermost first. */
  readonly shape: readonly number[];
}

export const sizeOf = (shape: readonly number[]): number => shape.reduce((size, dimension) => size * dimension, 1);

/** A copy. */
export const copyOf = ({ data, shape }: Tensor): Tensor => ({ data: data.slice(), shape });

/** A flat index as an element of a tensor, for errors: 'query[0, 1, 4, 2]'. */
export function elementAt(name: string, shape: readonly number[], index: number): string {
  const indices: number[] = [];
  let rest = index;
  for (const size of [...shape].reverse()) {
    indices.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `${name}${showShape(indices)}`;
}

export const showShape = (shape: readonly number[]): string => `[${shape.join(', ')}]`;

/**
 * Creates a tensor. The data is not copied.
 * @param data the numbers; an array of numbers is converted to float32
 * @throws TypeError or RangeError if the shape is invalid, or does not fit the length of the data
 */
export function tensor(data: Float32Array | readonly number[], shape: readonly number[]): Tensor {
  const floats = Array.isArray(data) ? fromNumbers(data) : expectFloats('data', data);
  return checkTensor('tensor', { data: floats, shape });
}

function fromNumbers(data: readonly unknown[]): Float32Array {
  const wrong = data.findIndex((value) => typeof value !== 'number');
  if (wrong >= 0) throw new TypeError(`data[${wrong}]: expected a number, got ${describe(data[wrong])}`);
  return Float32Array.from(data as readonly number[]);
}

/** Checks that a value is a tensor, with these dimensions if given; `name` is used in errors. */
export function checkTensor(name: string, value: unknown, dimensions?: readonly string[]): Tensor {
  const given = expectObject(name, value);
  const data = expectFloats(`${name}.data`, given['data']);
  const shape = checkShape(`${name}.shape`, given['shape']);
  if (dimensions && shape.length !== dimensions.length) {
    throw new RangeError(
      `${name}.shape: expected ${dimensions.length} dimensions, [${dimensions.join(', ')}], got ${showShape(shape)}`,
    );
  }
  if (data.length !== sizeOf(shape)) {
    throw new RangeError(
      `${name}.data: expected ${sizeOf(shape)} numbers for shape ${showShape(shape)}, got ${data.length}`,
    );
  }
  return { data, shape };
}

/** Checks that a value is a shape: integers of at least 1. */
export function checkShape(name: string, value: unknown): readonly number[] {
  const shape = expectArray(name, value);
  if (shape.length === 0) throw new RangeError(`${name}: expected at least one dimension, got none`);
  // The name of an element costs more than the check, so that it is made for an error only.
  const wrong = shape.findIndex((size) => !(Number.isSafeInteger(size) && (size as number) >= 1));
  if (wrong >= 0) expectWholeNumber(`${name}[${wrong}]`, shape[wrong], 1);
  return (shape as readonly number[]).slice();
}

/** Checks that a value is a tensor of this shape. */
export function checkShaped(name: string, value: unknown, shape: readonly number[]): Tensor {
  const given = checkTensor(name, value);
  if (showShape(given.shape) !== showShape(shape)) {
    throw new RangeError(`${name}.shape: expected ${showShape(shape)}, got ${showShape(given.shape)}`);
  }
  return given;
}
