// A whole block: what joins the heads again, and what keeps the size of the numbers.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const block: readonly Step[] = [alone('residual'), alone('block')];
