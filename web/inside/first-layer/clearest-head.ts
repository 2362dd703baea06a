// Chooses a default head in the first layer of a model, from its attention weights on one text.
import type { Patterns } from '../work/patterns.js';

/**
 * Index of the head that attends most sharply: its largest weight in a row, averaged over the queries, is the highest.
 * The first key, an attention sink, is left out.
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
