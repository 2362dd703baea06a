// Safe access to callers' typed arrays. A caller's array may override `length` or `subarray`, and a getter may shrink
// the buffer while the arguments are read. The getters of the TypedArray prototype, used here, are reliable.
import { describe } from './checks.js';

const prototype = Object.getPrototypeOf(Float32Array.prototype) as object;
const getterOf = (key: PropertyKey) =>
  Reflect.getOwnPropertyDescriptor(prototype, key) as unknown as { get: (this: unknown) => unknown };
const { get: kindOf } = getterOf(Symbol.toStringTag);
const { get: lengthGetter } = getterOf('length');
const { get: bufferGetter } = getterOf('buffer');
const { get: offsetGetter } = getterOf('byteOffset');
const { set } = prototype as { set: (this: Float32Array, source: Float32Array) => void };

interface TypedArrays {
  Float32Array: Float32Array;
  Float64Array: Float64Array;
  Uint8Array: Uint8Array;
  Int8Array: Int8Array;
  Uint16Array: Uint16Array;
  Int32Array: Int32Array;
}

const CONSTRUCTORS = { Float32Array, Float64Array, Uint8Array, Int8Array, Uint16Array, Int32Array };

export const isTypedArray = <Kind extends keyof TypedArrays>(value: unknown, kind: Kind): value is TypedArrays[Kind] =>
  kindOf.call(value) === kind;

/**
 * Number of elements in a typed array; 0 if its buffer was detached, or has shrunk so that the array no longer fits.
 */
export const lengthOf = (array: TypedArrays[keyof TypedArrays]): number => lengthGetter.call(array) as number;

/**
 * Creates a view of a caller's typed array, of fixed length and without overridden properties.
 * @throws TypeError if the value is not an array of this kind
 */
export function expectTypedArray<Kind extends keyof TypedArrays>(
  name: string,
  value: unknown,
  kind: Kind,
): TypedArrays[Kind] {
  if (!isTypedArray(value, kind)) {
    throw new TypeError(`${name}: expected ${kind.startsWith('Int') ? 'an' : 'a'} ${kind}, got ${describe(value)}`);
  }
  const length = lengthGetter.call(value) as number;
  const buffer = bufferGetter.call(value) as ArrayBuffer;
  // A detached buffer has length 0, and a view of it cannot be constructed.
  if (length === 0) return new CONSTRUCTORS[kind](0) as TypedArrays[Kind];
  return new CONSTRUCTORS[kind](buffer, offsetGetter.call(value) as number, length) as TypedArrays[Kind];
}

/**
 * Checks that an array still has the given length: a caller's code may have resized its buffer during a call.
 * @throws RangeError that names the array and both lengths
 */
export function expectLength(name: string, array: TypedArrays[keyof TypedArrays], length: number): void {
  const now = lengthOf(array);
  if (now !== length)
    throw new RangeError(`${name}: its length changed during the call; expected ${length}, got ${now}`);
}

/**
 * Copies numbers into an array of the same length, to or from WebAssembly memory.
 * @param name name of the caller's array in error messages
 */
export function copyInto(target: Float32Array, name: string, source: Float32Array): void {
  expectLength(name, source, lengthOf(target));
  set.call(target, source);
}

/** True if two arrays are views of the same memory. */
export const areSame = (a: Float32Array, b: Float32Array): boolean =>
  a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length;
