// Tensors: arrays with a shape.
import { describe, expectArray, expectObject, expectWholeNumber, isArray, MAX_RANK } from './checks.js';
import { readNested, type Nested } from './nested.js';
import { expectLength, expectTypedArray, isTypedArray } from './typed-arrays.js';

/** A tensor: its numbers in row-major order, and its shape. */
export interface Tensor {
  /** Numbers of the tensor, with the last dimension contiguous. Their count is the product of `shape`. */
  readonly data: Float32Array;
  /** Size of each dimension, outermost first. */
  readonly shape: readonly number[];
}

/** A tensor as a caller passes it. Doubles and the elements of plain arrays are rounded to float32. */
export interface TensorInput {
  readonly data: Float32Array | Float64Array | readonly number[];
  readonly shape: readonly number[];
}

/** Maximum size of a tensor dimension; WebAssembly receives sizes as 32-bit integers. */
export const MAX_SIZE = 2 ** 31 - 1;
/** Maximum length of a plain array whose elements are read before its length is compared with the shape. */
const MAX_LISTED = 2 ** 16;

export const sizeOf = (shape: readonly number[]): number => shape.reduce((size, dimension) => size * dimension, 1);

/** Maximum size of an array in bytes, which is also the limit of WebAssembly memory. */
const MAX_BYTES = 2 ** 31 - 1;

/**
 * Allocates an array of zeros for a tensor.
 * @throws RangeError that names the array if it is too large
 */
export function zeros(name: string, shape: readonly number[]): Float32Array<ArrayBuffer> {
  if (bytesOf(shape) > MAX_BYTES) throw outOfMemory(name, shape);
  return orOutOfMemory(name, shape, () => new Float32Array(sizeOf(shape)));
}

/**
 * Calls `allocate`, which creates an array. If JavaScript runs out of memory, throws an error that names the tensor.
 */
export function orOutOfMemory<Data>(name: string, shape: readonly number[], allocate: () => Data): Data {
  try {
    return allocate();
  } catch {
    throw outOfMemory(name, shape);
  }
}

const bytesOf = (shape: readonly number[]) => sizeOf(shape) * Float32Array.BYTES_PER_ELEMENT;

const outOfMemory = (name: string, shape: readonly number[]) =>
  new RangeError(`out of memory: ${name} ${showShape(shape)} needs ${bytesOf(shape)} bytes; expected at most 2 GB`);

export function copyOf({ data, shape }: Tensor): Tensor {
  expectLength('copy', data, sizeOf(shape));
  return { data: orOutOfMemory('copy', shape, () => data.slice()), shape };
}

/** Formats an index in a tensor's data as an element of the tensor for error messages, such as 'query[0, 1, 4, 2]'. */
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
 * Creates a tensor from nested arrays, or from numbers and a shape.
 * @example
 * tensor([[1, 0], [0, 1]]); // [2, 2]
 * tensor([1, 0, 0, 1], [1, 1, 2, 2]);
 * @param data nested arrays of numbers, such as [rows][columns]; or, in row-major order, an array or doubles, which are
 * rounded to float32, or a Float32Array, which is not copied
 * @param shape default: the shape of the nesting
 * @throws TypeError or RangeError that names the element if it is not a number, exceeds float32, or its array differs
 * in length from its siblings; or the shape, if it is invalid or does not match the length of the data
 */
export function tensor(data: Nested<number>): Tensor;
export function tensor(data: TensorInput['data'], shape: readonly number[]): Tensor;
export function tensor(data: Nested<number> | TensorInput['data'], shape?: readonly number[]): Tensor {
  if (shape === undefined && isArray(data)) {
    const nested = readNested('data', data, { what: 'a number', read: toFloat });
    return { data: Float32Array.from(nested.data), shape: checkShape('tensor.shape', nested.shape) };
  }
  const checked = checkShape('tensor.shape', shape);
  const floats = toFloats('data', data, checked);
  expectSizeOf('tensor.data', 'numbers', floats, checked);
  return { data: isTypedArray(data, 'Float32Array') ? data : floats, shape: checked };
}

/** Converts an array element to float32. NaN and Infinity are kept; calls that need finite numbers reject them. */
function toFloat(name: string, value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${name}: expected a number, got ${describe(value)}`);
  const float = Math.fround(value);
  if (Number.isFinite(value) && !Number.isFinite(float)) {
    throw new RangeError(`${name}: expected a number within float32, got ${value}`);
  }
  return float;
}

/** Converts a tensor's data to float32. A Float32Array is returned as is. */
function toFloats(name: string, data: unknown, shape: readonly number[]): Float32Array {
  if (isTypedArray(data, 'Float64Array')) {
    return Float32Array.from(expectTypedArray(name, data, 'Float64Array'), (value, at) =>
      toFloat(`${name}[${at}]`, value),
    );
  }
  if (isTypedArray(data, 'Float32Array')) return expectTypedArray(name, data, 'Float32Array');
  if (!isArray(data)) {
    throw new TypeError(`${name}: expected a Float32Array, a Float64Array or an array, got ${describe(data)}`);
  }
  const numbers = expectArray(name, data, Math.max(MAX_LISTED, sizeOf(shape)));
  return Float32Array.from(numbers, (value, at) => toFloat(`${name}[${at}]`, value));
}

/** Checks that the length of a tensor's data matches its shape. */
export function expectSizeOf(
  name: string,
  elements: string,
  { length }: { readonly length: number },
  shape: readonly number[],
): void {
  if (length !== sizeOf(shape)) {
    throw new RangeError(`${name}: expected ${sizeOf(shape)} ${elements} for shape ${showShape(shape)}, got ${length}`);
  }
}

/**
 * Checks that a value is a tensor, with the named dimensions if given; `name` is used in error messages.
 * @returns a tensor with the same numbers, whose data is a new view unless it had to be converted
 */
export function checkTensor(name: string, value: unknown, dimensions?: readonly string[]): Tensor {
  const given = expectObject(name, value);
  const shape = checkShape(`${name}.shape`, given['shape'], dimensions);
  const data = toFloats(`${name}.data`, given['data'], shape);
  expectSizeOf(`${name}.data`, 'numbers', data, shape);
  return { data, shape };
}

/** Checks that a value is a shape: integers of at least 1, one for each named dimension if given. */
export function checkShape(name: string, value: unknown, dimensions?: readonly string[]): readonly number[] {
  const shape = expectArray(name, value, MAX_RANK);
  if (shape.length === 0) throw new RangeError(`${name}: expected at least one dimension, got none`);
  // The name of a wrong size, such as 'shape[2]', is only formatted for an error: formatting it costs more than the
  // check.
  const wrong = shape.findIndex(
    (size) => !(Number.isInteger(size) && (size as number) >= 1 && (size as number) <= MAX_SIZE),
  );
  if (wrong >= 0) expectWholeNumber(`${name}[${wrong}]`, shape[wrong], 1, MAX_SIZE);
  if (dimensions && shape.length !== dimensions.length) {
    throw new RangeError(
      `${name}: expected ${dimensions.length} dimensions, [${dimensions.join(', ')}], got ${showShape(shape as number[])}`,
    );
  }
  return shape as readonly number[];
}

/**
 * Local copy of `Number.isFinite`. Test runners such as Jest resolve a global on every access, which takes longer than
 * the check.
 */
const { isFinite } = Number;

/**
 * Index of an array's first number that is not finite, or −1. A loop is used because `findIndex` calls a function for
 * each element.
 */
export function findNonFinite(data: Float32Array): number {
  for (let at = 0; at < data.length; ++at) if (!isFinite(data[at])) return at;
  return -1;
}

/**
 * Checks that all numbers of a tensor are finite.
 * @throws RangeError that names the first number that is NaN or infinite
 */
export function expectFinite(name: string, { data, shape }: Tensor): void {
  const wrong = findNonFinite(data);
  if (wrong < 0) return;
  throw new RangeError(`${elementAt(name, shape, wrong)}: expected a finite number, got ${data[wrong]}`);
}

/**
 * Checks that all numbers of a result are within the range of float32.
 * @throws RangeError that names the first number that exceeds it
 */
export function expectWithinFloat32(name: string, { data, shape }: Tensor): void {
  const wrong = findNonFinite(data);
  if (wrong >= 0) {
    throw new RangeError(`${elementAt(name, shape, wrong)} is beyond float32: the inputs are too large`);
  }
}

/**
 * Creates a tensor [count, columns] that begins with rows of `known` and ends with the numbers in `last`.
 * @throws RangeError that names the first number that exceeds float32
 */
export function withLastRows(
  name: string,
  last: Float32Array,
  [count, columns]: readonly [number, number],
  known?: Tensor,
): Tensor {
  const shape = [count, columns];
  const tensor = { data: zeros(name, shape), shape };
  const first = count * columns - last.length;
  if (known) tensor.data.set(known.data.subarray(0, first));
  tensor.data.set(last, first);
  expectWithinFloat32(name, tensor);
  return tensor;
}

export function checkFiniteTensor(name: string, value: unknown, dimensions?: readonly string[]): Tensor {
  const checked = checkTensor(name, value, dimensions);
  expectFinite(name, checked);
  return checked;
}

export function checkShaped(name: string, value: unknown, shape: readonly number[]): Tensor {
  const given = checkTensor(name, value);
  if (showShape(given.shape) !== showShape(shape)) {
    throw new RangeError(`${name}.shape: expected ${showShape(shape)}, got ${showShape(given.shape)}`);
  }
  return given;
}
