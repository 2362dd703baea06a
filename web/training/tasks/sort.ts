// Sort: after the bar, the same digits from the smallest to the largest. A head must find the next one wherever it stands.
import { LENGTH, rearranged } from './rearranged.js';
import type { Pair } from '../measures.js';
import type { Task } from './task.js';

const DIGITS = Array.from('0123456789');

export const sort: Task = {
  name: 'sort',
  vocabulary: [...DIGITS, '|'],
  tokens: 2 * LENGTH,
  chance: 1 / DIGITS.length,
  defaults: { layers: 2, heads: 4, embedDim: 64, feedForwardDim: 128, learningRate: 0.003, batch: 32 },
  example: (random) => rearranged(DIGITS.length, random, (given) => given.toSorted((a, b) => a - b)),
  attended: ({ inputs, targets }) =>
    Array.from({ length: LENGTH }, (_, at) => LENGTH + at).flatMap((query) =>
      inputs.slice(0, LENGTH).flatMap((digit, key): Pair[] => (digit === targets[query] ? [[query, key]] : [])),
    ),
};
