// Copies the parameters of a model or a layer into the memory.
import { expectFinite, sizeOf, type Tensor } from '../core/tensor.js';
import { copyInto } from '../core/typed-arrays.js';
import { floatsAt } from '../runtime/wasm-memory.js';
import { extract, sourceOf, storedShape, type Source, type SourceTable } from './parameter-source.js';
import type { Module } from '../runtime/wasm-module.js';
import type { ParameterSet } from '../wasm/spotlight.js';

/** What parameters are read from. */
export interface TensorFile {
  /** Its name in errors. */
  inErrors: (name: string) => string;
  /** @throws TypeError or RangeError if there is no tensor of this name and shape */
  expect?: (name: string, shape: readonly number[]) => void;
  read: (name: string, shape: readonly number[]) => Tensor;
}

/** Each parameter by its name, as C++ has it (cpp/model/parameters.hpp): its shape, and where it comes from. */
export type Sources = ReadonlyMap<string, { readonly shape: readonly number[]; readonly source: Source }>;

/**
 * Sets every parameter to what the table says is its source.
 * @throws TypeError or RangeError that names the tensor if one is missing, has another shape or a number that is not finite
 */
export function loadParameters(
  module: Module,
  parameters: ParameterSet,
  table: SourceTable,
  file: TensorFile,
): Sources {
  const all = Array.from({ length: parameters.count() }, (_, index) => {
    const rank = parameters.rank(index);
    const shape = Array.from({ length: rank }, (_unused, dimension) => parameters.size(index, dimension));
    const name = parameters.name(index);
    const source = sourceOf(table, name);
    return { index, name, shape, source, stored: storedShape(source, shape) };
  });
  for (const { source, stored } of all) file.expect?.(source.tensor, stored);
  let data = new Float32Array();
  let held = ''; // the tensor whose numbers these are: several parameters are parts of one
  for (const { index, shape, source, stored } of all) {
    const name = source.tensor;
    if (held !== name) {
      const tensor = file.read(name, stored);
      expectFinite(file.inErrors(name), tensor);
      data = tensor.data as Float32Array<ArrayBuffer>;
      held = name;
    }
    const values = extract(source, shape, data);
    copyInto(floatsAt(module, parameters.prepare(index), sizeOf(shape)), file.inErrors(name), values);
    parameters.set(index);
  }
  parameters.finish();
  return new Map(all.map(({ name, shape, source }) => [name, { shape, source }]));
}
