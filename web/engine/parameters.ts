// The parameters of a model or of one of its blocks, written into the memory by their names.
import type { Parameters } from './wasm/spotlight.js';

/** Puts what `read` gives for each name and shape. */
export function putParameters(
  parameters: Parameters,
  read: (name: string, shape: readonly number[]) => Float32Array,
): void {
  for (let index = 0; index < parameters.count(); index++) {
    const rank = parameters.rank(index);
    const shape = Array.from({ length: rank }, (_, dimension) => parameters.size(index, dimension));
    parameters.values(index).set(read(parameters.name(index), shape));
    parameters.take(index);
  }
  parameters.finish();
}
