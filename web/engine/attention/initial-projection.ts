// Initial weights of a multi-head attention layer.
import { copyOutAt } from '../runtime/wasm-memory.js';
import type { Module } from '../runtime/wasm-module.js';

/**
 * Xavier-uniform weights of one projection, [embedDim, embedDim]. `index` identifies the projection (0 query, 1 key, 2
 * value, 3 output), each of which has its own random numbers.
 */
export function initialProjection(module: Module, embedDim: number, seed: number, index: number): Float32Array {
  const generated = new module.GeneratedTensor();
  try {
    generated.resize(embedDim, embedDim);
    generated.fillXavierUniform(embedDim, embedDim, 1, seed, 4, index);
    return copyOutAt(module, generated.address(), [embedDim, embedDim]).data;
  } finally {
    generated.delete();
  }
}
