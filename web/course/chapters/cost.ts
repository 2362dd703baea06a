// The cost of attention, and ways to reduce it.
import { sentence } from '../words.js';
import type { Step } from '../step.js';

export const cost: readonly Step[] = [
  { open: sentence('tired'), figure: 'cost', alone: true },
  { open: sentence('tired'), figure: 'variants', alone: true },
];
