// Course chapter on the way from scores to weights: the softmax, and the reason for dividing scores by √d.
import { onlyChanges, PRONOUN_WEIGHTS, sentence } from '../words.js';
import { percent } from '../facts.js';
import type { Check, Step } from '../step.js';
import type { Shown } from '../shown.js';

/**
 * Index of the right answer, 'grows', 'stays' or 'shrinks', for the change of the mean over the rows' largest weights
 * since the step was opened. A change below 0.5 percentage points counts as 'stays'.
 */
function changeOfLargest(now: Shown, opened: Shown): number {
  const change = now.meanLargestWeight - opened.meanLargestWeight;
  if (Math.abs(change) < 0.005) return 1;
  return change > 0 ? 0 : 2;
}

/** Number of rows (queries) in which one key has more than 90% of the weight. */
const sharpRows = (shown: Shown): string =>
  String(shown.queries.filter((_, query) => Math.max(...shown.weightsOf(query)) > 0.9).length);

/**
 * Check of a task that the learner does by changing a single intervention. The outcome compares the rows' largest
 * weights with those when the step was opened.
 */
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
