// Course chapter on positions: a Transformer without them, sinusoidal positions, and rotary positions.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const positions: readonly Step[] = [alone('positions'), alone('waves'), alone('rotation')];
