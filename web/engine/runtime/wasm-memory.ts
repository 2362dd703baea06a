// The memory of the WebAssembly module.
import { showShape, sizeOf, type Tensor } from '../core/tensor.js';
import type { Module } from './wasm-module.js';

const BYTES_PER_FLOAT = 4;

/** @throws RangeError if arrays of these shapes do not fit into the memory. Nothing is allocated. */
export function assertAllocatable(module: Module, shapes: readonly (readonly number[])[]): void {
  const bytes = shapes.reduce((sum, shape) => sum + sizeOf(shape) * BYTES_PER_FLOAT, 0);
  if (!module.canAllocate(bytes)) {
    const largest = shapes.reduce((most, shape) => (sizeOf(shape) > sizeOf(most) ? shape : most));
    throw new RangeError(
      `out of memory: expected at most about 4 GB in all, got ${(bytes / 1e9).toFixed(1)} GB, ` +
        `the largest array being ${showShape(largest)}`,
    );
  }
}

/** A view of the floats at an address; valid until the memory grows or is freed. */
export function floatsAt(module: Module, address: number, size: number): Float32Array {
  return (module.HEAPF32 as Float32Array).subarray(address / 4, address / 4 + size);
}

/** A copy of the floats at an address. */
export const copyOutAt = (module: Module, address: number, shape: readonly number[]): Tensor => ({
  data: floatsAt(module, address, sizeOf(shape)).slice(),
  shape,
});
