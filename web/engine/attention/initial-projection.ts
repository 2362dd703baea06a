// Initial weights of a multi-head attention.
import { copyOutAt } from '../runtime/wasm-memory.js';
import type { Module } from '../runtime/wasm-module.js';

/**
 * Xavier-uniform weights of the query (0), key (1), value (2) or output (3) projection, [embedDim, embedDim].
 * Each projection uses its own random numbers.
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
