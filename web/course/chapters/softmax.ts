// From scores to weights: the softmax, and the reason for dividing scores by √d.
import { onlyChanges, PRONOUN_WEIGHTS, sentence } from '../words.js';
import { percent } from '../facts.js';
import type { Check, Step } from '../step.js';
import type { Shown } from '../shown.js';

/**
 * Index of 'grows', 'stays' or 'shrinks' for the change in the mean of the rows' largest weights; a change below 0.5
 * percentage points does not count.
 */
function changeOfLargest(now: Shown, opened: Shown): number {
  const change = now.meanLargestWeight - opened.meanLargestWeight;
  if (Math.abs(change) < 0.005) return 1;
  return change > 0 ? 0 : 2;
}

/** Number of rows in which one token has more than 90% of the weight. */
const sharpRows = (shown: Shown): string =>
  String(shown.queries.filter((_, query) => Math.max(...shown.weightsOf(query)) > 0.9).length);

/** Checks a task that changes a single intervention. Its facts are the largest weights of the rows. */
const largestAfter =
  (name: 'scaling' | 'temperature', isDone: (shown: Shown) => boolean): Check =>
  (now, opened) =>
    isDone(now) && onlyChanges(now.state, [name])
      ? {
          facts: {
            before: percent(opened.meanLargestWeight),
            now: percent(now.meanLargestWeight),
            temperature: String(now.state.temperature),
            rows: String(now.queries.length),
            sharp: sharpRows(now),
            sharpBefore: sharpRows(opened),
          },
          right: changeOfLargest(now, opened),
        }
      : null;

export const softmax: readonly Step[] = [
  { open: sentence('short'), figure: 'weights-by-hand', alone: true },
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, controls: 'temperature,scope' }),
    check: largestAfter('temperature', ({ state }) => state.temperature >= 2),
  },
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, controls: 'scaling,scope' }),
    check: largestAfter('scaling', ({ state }) => !state.scaling),
  },
  { open: sentence('tired'), figure: 'saturation', alone: true },
  { open: sentence('short'), figure: 'attention-by-hand', alone: true },
];
