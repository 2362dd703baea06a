// Access to a set of parameters in WebAssembly memory (cpp/bindings/parameter_set.hpp): those of a layer, a model, or a
// model in training.
import { copyInto } from '../core/typed-arrays.js';
import { floatsAt } from './wasm-memory.js';
import type { Module } from './wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/** A set of parameters in WebAssembly memory, and the module through whose memory their values are copied. */
export interface Target {
  module: Module;
  set: ParameterSet;
}

/** Name and shape of a parameter, as the C++ code declares it. */
export interface DeclaredParameter {
  readonly name: string;
  /** Shape of the parameter: [size] of a vector, or [rows, columns]. */
  readonly shape: readonly number[];
}

/** Names and shapes of all parameters in a set, in the order of their indices in C++. */
export const declaredParameters = (
  set: Pick<ParameterSet, 'count' | 'name' | 'rank' | 'size'>,
): readonly DeclaredParameter[] =>
  Array.from({ length: set.count() }, (_, index) => ({
    name: set.name(index),
    shape: Array.from({ length: set.rank(index) }, (_unused, dimension) => set.size(index, dimension)),
  }));

/**
 * Sets rows of a matrix that is kept in a block format, such as GGUF's q4K.
 * @param first index of the first row, a multiple of `module.parameterRows`
 * @returns false if a number is not finite
 */
export function setBlocks(
  { module, set }: Target,
  index: number,
  [first, count]: readonly [first: number, count: number],
  bytes: Uint8Array,
): boolean {
  const address = set.prepare(index, count);
  // The rows' blocks fit into the buffer, which has room for the rows as float32: blocks are smaller.
  (module.HEAPU8 as Uint8Array).set(bytes, address);
  return set.setBlocks(index, first);
}

/**
 * Sets rows of a parameter from float32 values. A vector is one row.
 * @param first index of the first row, a multiple of `module.parameterRows`
 */
export function setRows(
  { module, set }: Target,
  index: number,
  [first, count]: readonly [first: number, count: number],
  name: string,
  values: Float32Array,
): void {
  copyInto(floatsAt(module, set.prepare(index, count), values.length), name, values);
  set.set(index, first);
}
