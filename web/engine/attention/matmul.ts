// Batched matrix products, as by `torch.matmul`.
import { TensorTable } from '../runtime/tensor-table.js';
import { checkTensor, showShape, sizeOf, zeros, type Tensor, type TensorInput } from '../core/tensor.js';
import { expectLength } from '../core/typed-arrays.js';
import type { Module } from '../runtime/wasm-module.js';

interface Matrices {
  tensor: Tensor;
  /** Sizes of the batch dimensions, which are all dimensions but the last two. */
  batch: readonly number[];
  rows: number;
  columns: number;
}

function checkMatrices(name: string, value: unknown): Matrices {
  const tensor = checkTensor(name, value);
  const { shape } = tensor;
  if (shape.length < 2) throw new RangeError(`${name}.shape: expected 2 or more dimensions, got ${showShape(shape)}`);
  return { tensor, batch: shape.slice(0, -2), rows: shape.at(-2)!, columns: shape.at(-1)! };
}

/** Broadcasts the batch shapes of two factors, aligned from the right. Sizes must be equal or 1. */
function broadcast(a: readonly number[], b: readonly number[]): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const [one, other] = [a[axis - rank + a.length] ?? 1, b[axis - rank + b.length] ?? 1];
    if (one !== other && one !== 1 && other !== 1) {
      throw new RangeError(
        `b.shape: expected batch dimensions that broadcast with ${showShape(a)}, got ${showShape(b)}`,
      );
    }
    return one === 1 ? other : one;
  });
}

/**
 * Converts the index of a matrix in the broadcast batch of a product to the index of the factor's matrix that it is
 * computed from.
 */
function indexIn(batch: readonly number[], whole: readonly number[], index: number): number {
  let [at, step, rest] = [0, 1, index];
  for (let axis = whole.length - 1; axis >= 0; axis--) {
    const size = batch[axis - whole.length + batch.length] ?? 1;
    if (size > 1) at += (rest % whole[axis]!) * step;
    step *= size;
    rest = Math.floor(rest / whole[axis]!);
  }
  return at;
}

export function matmul(module: Module, a: TensorInput, b: TensorInput): Tensor {
  const [left, right] = [checkMatrices('a', a), checkMatrices('b', b)];
  if (right.rows !== left.columns) {
    throw new RangeError(
      `b.shape: expected ${left.columns} rows, the columns of a, got ${showShape(right.tensor.shape)}`,
    );
  }
  const batch = broadcast(left.batch, right.batch);
  const shape = [...batch, left.rows, right.columns];
  const [aSize, bSize, cSize] = [left.rows * left.columns, right.rows * right.columns, left.rows * right.columns];
  const data = zeros('the product', shape);
  const session = new module.MatmulSession();
  const tensors = new TensorTable(module, session.tensors(), module.MatmulTensor);
  try {
    session.resize(left.rows, left.columns, right.columns);
    const copyIn = (name: 'a' | 'b', { tensor, batch: own }: Matrices, size: number, index: number) => {
      const offset = indexIn(own, batch, index) * size;
      expectLength(`${name}.data`, tensor.data, sizeOf(tensor.shape));
      tensors.view(name).set(tensor.data.subarray(offset, offset + size));
      return { name, shape: tensor.shape, offset };
    };
    for (let index = 0; index < sizeOf(batch); index++) {
      const inputs = { a: copyIn('a', left, aSize, index), b: copyIn('b', right, bSize, index) };
      const product = { name: 'product', shape, offset: index * cSize };
      tensors.expectFinite(session.compute(), inputs, { product });
      data.set(tensors.view('product'), index * cSize);
    }
    return { data, shape };
  } finally {
    session.delete();
  }
}
