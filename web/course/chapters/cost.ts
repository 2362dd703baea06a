// Course chapter on the cost of attention, and on ways to reduce it: other methods, and lower precision.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const cost: readonly Step[] = [
  alone('cost'),
  alone('variants'),
  alone('relu'),
  alone('precision'),
  alone('stable'),
];
