// Tensors as parts of a larger one.
import { zeros, type Tensor } from '../engine/core/tensor.js';

/** Tensors of one shape as one, [count, …]. */
export function stacked(tensors: readonly Tensor[]): Tensor {
  const [{ data, shape }] = tensors as [Tensor];
  const all = zeros('a stack of tensors', [tensors.length, data.length]);
  tensors.forEach((each, at) => all.set(each.data, at * data.length));
  return { data: all, shape: [tensors.length, ...shape] };
}

/** The rows along the last dimension. */
export function rowsOf({ data, shape }: Tensor): Float32Array[] {
  const columns = shape.at(-1)!;
  return Array.from({ length: data.length / columns }, (_, row) => data.subarray(row * columns, (row + 1) * columns));
}
