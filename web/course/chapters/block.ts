// Course chapter on a whole Transformer block: the residual connection, which adds the heads' outputs to the token's
// vector, and the norm, which bounds the activations.
import { alone } from '../words.js';
import type { Step } from '../step.js';

export const block: readonly Step[] = [alone('residual'), alone('block')];
