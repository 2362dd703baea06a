// Which word asks where nobody chose one.
import type { Tensor } from '../engine/tensor.js';

/** The word that puts the least weight on itself: weights are [words, words]. −1: every word hears itself most. */
export function hearsAnotherMost({ data, shape: [words = 0] }: Tensor): number {
  const self = Array.from({ length: words }, (_, word) => data[word * words + word]!);
  const least = Math.min(...self);
  return least < 0.5 ? self.indexOf(least) : -1;
}
