// The memory of the WebAssembly module: putting tensors in, taking copies out.
import { showShape, sizeOf, type Tensor } from './tensor.js';
import type { Module } from './load.js';

const BYTES_PER_FLOAT = 4;

/** Says no, before anything is touched, where arrays of these shapes do not fit into the memory any more. */
export function reserve(module: Module, shapes: readonly (readonly number[])[]): void {
  const bytes = shapes.reduce((sum, shape) => sum + sizeOf(shape) * BYTES_PER_FLOAT, 0);
  if (!module.canAllocate(bytes)) {
    const largest = shapes.reduce((most, shape) => (sizeOf(shape) > sizeOf(most) ? shape : most));
    throw new RangeError(
      `out of memory: expected at most about 4 GB in all, got ${(bytes / 1e9).toFixed(1)} GB, ` +
        `the largest array being ${showShape(largest)}`,
    );
  }
}

/** Where in the array the number with this index is: 'query[0, 1, 4, 2]'. */
function placeIn(name: string, shape: readonly number[], index: number): string {
  const place: number[] = [];
  let rest = index;
  for (const size of [...shape].reverse()) {
    place.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `${name}${showShape(place)}`;
}

/**
 * Copies numbers into a view of the memory and refuses NaN and infinities. They are a tensor of this shape, or the part
 * of one that begins at an offset.
 */
export function putFinite(module: Module, name: string, { data, shape }: Tensor, view: Float32Array, offset = 0): void {
  view.set(data);
  const wrong = module.firstNotFinite(view.byteOffset, view.length);
  if (wrong < 0) return;
  throw new RangeError(`${placeIn(name, shape, offset + wrong)}: expected a finite number, got ${data[wrong]}`);
}

/** The same for an additive mask, which may hold −Infinity. */
export function putAddend(module: Module, name: string, { data, shape }: Tensor, view: Float32Array): void {
  view.set(data);
  const wrong = module.firstNotAddend(view.byteOffset, view.length);
  if (wrong < 0) return;
  throw new RangeError(`${placeIn(name, shape, wrong)}: expected a finite number or -Infinity, got ${data[wrong]}`);
}

/** Says so where finite inputs gave a result that float32 cannot hold. */
export function expectNoOverflow(
  module: Module,
  name: string,
  view: Float32Array,
  shape: readonly number[],
  offset = 0,
): void {
  const wrong = module.firstNotFinite(view.byteOffset, view.length);
  if (wrong < 0) return;
  throw new RangeError(`${placeIn(name, shape, offset + wrong)} is beyond float32: the inputs are too large`);
}

/** A copy that stays valid whatever is computed next: a new one, or in an array of this size. */
export function take(view: Float32Array, shape: readonly number[], out: Float32Array | null = null): Tensor {
  if (!out) return { data: view.slice(), shape };
  out.set(view);
  return { data: out, shape };
}
