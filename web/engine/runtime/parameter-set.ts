// Parameters in WebAssembly memory (cpp/bindings/parameter_set.hpp): those of a layer, a model, or a model in training.
import { copyInto } from '../core/typed-arrays.js';
import { floatsAt } from './wasm-memory.js';
import type { Module } from './wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/** A set of parameters in WebAssembly memory, and the module through which their values are copied. */
export interface Target {
  module: Module;
  set: ParameterSet;
}

/** A parameter that the C++ code declares, identified by its index. */
export interface DeclaredParameter {
  readonly name: string;
  /** Shape of the parameter, [size] or [rows, columns]. */
  readonly shape: readonly number[];
}

/** All parameters that the C++ code declares, in order. */
export const declaredParameters = (
  set: Pick<ParameterSet, 'count' | 'name' | 'rank' | 'size'>,
): readonly DeclaredParameter[] =>
  Array.from({ length: set.count() }, (_, index) => ({
    name: set.name(index),
    shape: Array.from({ length: set.rank(index) }, (_unused, dimension) => set.size(index, dimension)),
  }));

/**
 * Sets rows of a matrix in a block format, beginning at `first`, which is a multiple of `module.parameterRows`.
 * @returns false if a number is not finite
 */
export function setBlocks(
  { module, set }: Target,
  index: number,
  [first, count]: readonly [first: number, count: number],
  bytes: Uint8Array,
): boolean {
  const address = set.prepare(index, count);
  // The blocks fit: they are smaller than the float32 numbers for which the memory was allocated.
  (module.HEAPU8 as Uint8Array).set(bytes, address);
  return set.setBlocks(index, first);
}

/**
 * Sets rows of a parameter, beginning at `first`, which is a multiple of `module.parameterRows`. A vector is one row.
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
