// The default query token of a head.
import type { Tensor } from '../../engine/core/tensor.js';

/** The token with the least weight on itself, for weights [tokens, tokens]; −1: all attend mostly to themselves. */
export function leastSelfAttending({ data, shape: [tokens = 0] }: Tensor): number {
  const self = Array.from({ length: tokens }, (_, token) => data[token * tokens + token]!);
  const least = Math.min(...self);
  return least < 0.5 ? self.indexOf(least) : -1;
}
