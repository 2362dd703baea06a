// Functions that stack tensors and split them into rows.
import { zeros, type Tensor } from '../engine/core/tensor.js';

/** Stacks tensors of the same shape along a new first dimension. */
export function stacked(tensors: readonly Tensor[]): Tensor {
  const [{ data, shape }] = tensors as [Tensor];
  const all = zeros('a stack of tensors', [tensors.length, data.length]);
  tensors.forEach((each, at) => all.set(each.data, at * data.length));
  return { data: all, shape: [tensors.length, ...shape] };
}

/** Splits a tensor into rows along its last dimension. */
export function rowsOf({ data, shape }: Tensor): Float32Array[] {
  const columns = shape.at(-1)!;
  return Array.from({ length: data.length / columns }, (_, row) => data.subarray(row * columns, (row + 1) * columns));
}
