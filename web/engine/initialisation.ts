// Weights before any training.
import { expectFloat, expectOptions, expectWholeNumber } from './checks.js';
import { reserve, take } from './memory.js';
import { checkShape, showShape, sizeOf, type Tensor } from './tensor.js';
import type { Module } from './load.js';

/** Options of `xavierUniform`. */
export interface XavierOptions {
  /** What the bound is multiplied by. Default 1. */
  gain?: number;
  /** The same seed gives the same weights. Default 0. */
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
  reserve(module, [checked]);
  const numbers = new module.Numbers(sizeOf(checked));
  numbers.fillXavierUniform(checked[0]!, checked[1]!, gain, seed);
  const weights = take(numbers.values(), checked);
  numbers.delete();
  return weights;
}
