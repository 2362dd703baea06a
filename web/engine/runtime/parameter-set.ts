// The parameters of what has been made in the WebAssembly memory: of a multi-head attention, a layer, a model, a model in
// training (cpp/bindings/parameter_set.hpp).
import { copyInto } from '../core/typed-arrays.js';
import { floatsAt } from './wasm-memory.js';
import type { Module } from './wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/** A set, and the memory that its numbers pass through. */
export interface Target {
  module: Module;
  set: ParameterSet;
}

/** A parameter as C++ has it; its place among them is its index. */
export interface DeclaredParameter {
  readonly name: string;
  /** [size] or [rows, columns] */
  readonly shape: readonly number[];
}

/** All parameters of a set, in its order. */
export const declaredParameters = (
  set: Pick<ParameterSet, 'count' | 'name' | 'rank' | 'size'>,
): readonly DeclaredParameter[] =>
  Array.from({ length: set.count() }, (_, index) => ({
    name: set.name(index),
    shape: Array.from({ length: set.rank(index) }, (_unused, dimension) => set.size(index, dimension)),
  }));

/** Sets a parameter's rows from `first` on, a multiple of `module.parameterRows`; a vector is one row. */
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
