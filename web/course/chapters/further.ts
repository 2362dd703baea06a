// Going further: the other parts of a Transformer and of its training.
import { sentence } from '../words.js';
import type { FigureName } from '../figures/names.js';
import type { Step } from '../step.js';

const alone = (figure: FigureName): Step => ({ open: sentence('tired'), figure, alone: true });

export const further: readonly Step[] = [
  alone('dropout'),
  alone('relu'),
  alone('stable'),
  alone('precision'),
  alone('block'),
  alone('positions'),
  alone('initialization'),
];
