// Results for all heads of a model.
import type { Tensor } from '../engine/core/tensor.js';

/** A tensor for each attention that a model has, with one number per layer and head, [layers, heads]. */
export interface PerAttention {
  readonly encoder?: Tensor;
  readonly decoder?: Tensor;
  readonly cross?: Tensor;
}
