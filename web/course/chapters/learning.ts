// The origin of heads: models that train while the learner watches.
import { sentence } from '../words.js';
import type { Step } from '../step.js';

export const learning: readonly Step[] = [
  { open: sentence('tired'), figure: 'learning-positions', alone: true },
  { open: sentence('tired'), figure: 'learning-moment', alone: true },
];
