// Products of many matrices at once.
import { expectNoOverflow, putFinite, reserve } from './memory.js';
import { checkTensor, showShape, sizeOf, type Tensor } from './tensor.js';
import type { Module } from './load.js';

interface Matrices {
  tensor: Tensor;
  /** What comes before rows and columns. */
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

/** The shape that both stand for: from the right, equal sizes or 1. */
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

/** Which of the matrices of a batch of this shape stands at an index of the broadcast batch. */
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

export function matmul(module: Module, a: Tensor, b: Tensor): Tensor {
  const [left, right] = [checkMatrices('a', a), checkMatrices('b', b)];
  if (right.rows !== left.columns) {
    throw new RangeError(
      `b.shape: expected ${left.columns} rows, the columns of a, got ${showShape(right.tensor.shape)}`,
    );
  }
  const batch = broadcast(left.batch, right.batch);
  const shape = [...batch, left.rows, right.columns];
  const [aSize, bSize, cSize] = [left.rows * left.columns, right.rows * right.columns, left.rows * right.columns];
  reserve(module, [[aSize + 2 * bSize + cSize]]);
  const product = new module.MatrixProduct(left.rows, left.columns, right.columns);
  try {
    const data = new Float32Array(sizeOf(shape));
    const put = (name: string, { tensor, batch: own }: Matrices, size: number, view: Float32Array, index: number) => {
      const offset = indexIn(own, batch, index) * size;
      putFinite(module, name, { data: tensor.data.subarray(offset, offset + size), shape: tensor.shape }, view, offset);
    };
    for (let index = 0; index < sizeOf(batch); index++) {
      put('a', left, aSize, product.a(), index);
      put('b', right, bSize, product.b(), index);
      product.compute();
      expectNoOverflow(module, 'product', product.c(), shape, index * cSize);
      data.set(product.c(), index * cSize);
    }
    return { data, shape };
  } finally {
    product.delete();
  }
}
