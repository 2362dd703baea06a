// The view 'numbers': the attention matrix as a table. Its exports show the steps.
import { stepsView } from './steps-view.js';
import type { View } from './view.js';

export const numbersView = {
  ...stepsView,
  name: 'numbers',
  cover: 'table',
  lastStage: 'softmax',
  hasMatrices: false,
} as const satisfies View;
