// Copies the parameters of a model or a layer into the memory.
import { expectFinite, sizeOf } from '../core/tensor.js';
import { copyInto } from '../core/typed-arrays.js';
import { floatsAt } from '../runtime/wasm-memory.js';
import type { Module } from '../runtime/wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/**
 * Sets every parameter to what `read` returns for its name and shape; `inErrors` is its name in errors.
 * @throws RangeError that names the number if one is not finite
 */
export function loadParameters(
  module: Module,
  parameters: ParameterSet,
  read: (name: string, shape: readonly number[]) => Float32Array,
  inErrors: (name: string) => string,
): void {
  for (let index = 0; index < parameters.count(); index++) {
    const rank = parameters.rank(index);
    const shape = Array.from({ length: rank }, (_, dimension) => parameters.size(index, dimension));
    const name = parameters.name(index);
    const data = read(name, shape);
    expectFinite(inErrors(name), { data, shape });
    copyInto(floatsAt(module, parameters.prepare(index), sizeOf(shape)), inErrors(name), data);
    parameters.set(index);
  }
  parameters.finish();
}
