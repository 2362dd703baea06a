// Training task "sort": after the bar, the same letters in alphabetical order. A head must find the next letter,
// wherever it is.
import { distinct } from './random.js';
import { LENGTH, rearranged } from './rearranged.js';
import type { Pair } from '../measures.js';
import type { Task } from './task.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOP');

export const sort: Task = {
  name: 'sort',
  vocabulary: [...LETTERS, '|'],
  tokens: 2 * LENGTH,
  chance: 1 / LETTERS.length,
  defaults: {
    layers: 1,
    numHeads: 2,
    embedDim: 64,
    feedforwardDim: 0,
    positions: 'learned',
    learningRate: 0.003,
    batch: 32,
  },
  example: (random) => {
    const given = distinct(LENGTH, LETTERS.length, random);
    return rearranged(
      given,
      LETTERS.length,
      given.toSorted((a, b) => a - b),
    );
  },
  attended: ({ inputs, targets }) =>
    Array.from({ length: LENGTH }, (_, at): Pair => [LENGTH + at, inputs.indexOf(targets[LENGTH + at]!)]),
};
