// Copies the parameters of a model or a layer into the memory.
import { sizeOf } from '../core/tensor.js';
import { floatsAt } from '../runtime/wasm-memory.js';
import type { Module } from '../runtime/wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/** Sets every parameter to what `read` returns for its name and shape. */
export function loadParameters(
  module: Module,
  parameters: ParameterSet,
  read: (name: string, shape: readonly number[]) => Float32Array,
): void {
  for (let index = 0; index < parameters.count(); index++) {
    const rank = parameters.rank(index);
    const shape = Array.from({ length: rank }, (_, dimension) => parameters.size(index, dimension));
    const values = read(parameters.name(index), shape);
    floatsAt(module, parameters.prepare(index), sizeOf(shape)).set(values);
    parameters.set(index);
  }
  parameters.finish();
}
