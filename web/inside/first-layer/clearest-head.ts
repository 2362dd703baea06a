// Chooses a default head when only the attention in one text is known.
import type { Patterns } from '../work/patterns.js';

/**
 * The head with the largest weight on one key, averaged over the queries. The first key, which is the attention sink,
 * is left out.
 */
export function clearestHead({ weights, heads, rows, columns }: Patterns): number {
  const clarities = Array.from({ length: heads }, (_, head) => {
    let sum = 0;
    for (let row = 1; row < rows; ++row) {
      const begin = (head * rows + row) * columns;
      sum += weights.subarray(begin + 1, begin + columns).reduce((most, each) => Math.max(most, each), 0);
    }
    return sum;
  });
  return clarities.indexOf(Math.max(...clarities));
}
