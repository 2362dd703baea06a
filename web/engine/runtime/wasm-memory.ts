import { orOutOfMemory, sizeOf, type Tensor } from '../core/tensor.js';
import type { Module } from './wasm-module.js';

/** View of the floats at an address in WebAssembly memory, valid until the memory grows or is freed. */
export function floatsAt(module: Pick<Module, 'HEAPF32'>, address: number, size: number): Float32Array {
  return (module.HEAPF32 as Float32Array).subarray(address / 4, address / 4 + size);
}

/** Copies the floats at an address in WebAssembly memory. */
export const copyOutAt = (module: Pick<Module, 'HEAPF32'>, address: number, shape: readonly number[]): Tensor => ({
  data: orOutOfMemory('a result', shape, () => floatsAt(module, address, sizeOf(shape)).slice()),
  shape,
});
