// The cost of attention, and ways to reduce it: other methods, and numbers of fewer bits.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const cost: readonly Step[] = [
  alone('cost'),
  alone('variants'),
  alone('relu'),
  alone('precision'),
  alone('stable'),
];
