// Training task "reverse": after the bar, the same letters in reverse order. One head solves the task by position
// alone; its weights form an antidiagonal.
import { drawn } from './random.js';
import { LENGTH, rearranged } from './rearranged.js';
import type { Pair } from '../measures.js';
import type { Task } from './task.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOP');

export const reverse: Task = {
  name: 'reverse',
  vocabulary: [...LETTERS, '|'],
  tokens: 2 * LENGTH,
  chance: 1 / LETTERS.length,
  defaults: {
    layers: 1,
    numHeads: 2,
    embedDim: 32,
    feedforwardDim: 0,
    positions: 'learned',
    learningRate: 0.003,
    batch: 32,
  },
  example: (random) => {
    const given = drawn(LENGTH, LETTERS.length, random);
    return rearranged(given, LETTERS.length, given.toReversed());
  },
  attended: () => Array.from({ length: LENGTH }, (_, at): Pair => [LENGTH + at, LENGTH - 1 - at]),
};
