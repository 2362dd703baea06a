// Initialization of weights with random numbers.
import { expectFloat, expectOptions, expectWholeNumber } from '../core/checks.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { checkShape, showShape, type Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';

/** Options of `xavierUniform`. */
export interface XavierOptions {
  /** Factor by which the bound ±√(6 / (fanIn + fanOut)) of the random weights is multiplied. Default 1. */
  gain?: number;
  /** Seed of the random weights. Default 0. */
  seed?: number;
}

export function xavierUniform(module: Module, shape: readonly number[], value?: XavierOptions): Tensor {
  const checked = checkShape('shape', shape);
  if (checked.length !== 2) {
    throw new RangeError(`shape: expected 2 dimensions, [fanOut, fanIn], got ${showShape(checked)}`);
  }
  const options = expectOptions('options', value, ['gain', 'seed']);
  const gain = options['gain'] === undefined ? 1 : expectFloat('gain', options['gain']);
  const seed = options['seed'] === undefined ? 0 : expectWholeNumber('seed', options['seed'], 0);
  const [fanOut, fanIn] = checked as [number, number];
  if (!Number.isFinite(Math.fround(gain * Math.sqrt(6 / (fanOut + fanIn))))) {
    throw new RangeError(`gain: expected weights within float32, got ${gain} for ${showShape(checked)}`);
  }
  const generated = new module.GeneratedTensor();
  try {
    generated.resize(fanOut, fanIn);
    generated.fillXavierUniform(fanOut, fanIn, gain, seed, 1, 0);
    return copyOutAt(module, generated.address(), checked);
  } finally {
    generated.delete();
  }
}
