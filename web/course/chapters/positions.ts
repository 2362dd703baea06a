// Positions: what a Transformer lacks without them, waves that are added, and rotations.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const positions: readonly Step[] = [alone('positions'), alone('waves'), alone('rotation')];
