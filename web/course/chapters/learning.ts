// Course chapter on the origin of heads: models that are trained while the learner watches, and the conditions for
// learning.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const learning: readonly Step[] = [
  alone('learning-positions'),
  alone('learning-moment'),
  alone('initialization'),
  alone('dropout'),
];
