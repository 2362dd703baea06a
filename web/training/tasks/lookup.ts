// Training task "lookup": letters, each followed by its digit, and then the letters again in another order. The model
// predicts the digit of each letter. This is associative recall: the query is the letter, and the keys are the earlier
// letters (Arora et al. 2023, "Zoology").
import { distinct, drawn } from './random.js';
import { prefixMatchingPairs } from '../measures.js';
import { IGNORED_TARGET, type Task } from './task.js';

const LETTERS = Array.from('abcdefgh');
const DIGITS = Array.from('0123456789');
const PAIRS = 6;

export const lookup: Task = {
  name: 'lookup',
  vocabulary: [...LETTERS, ...DIGITS],
  tokens: 4 * PAIRS,
  chance: 1 / DIGITS.length,
  defaults: {
    layers: 2,
    numHeads: 2,
    embedDim: 64,
    feedforwardDim: 0,
    positions: 'rotary',
    learningRate: 0.003,
    batch: 32,
  },
  example: (random) => {
    const letters = distinct(PAIRS, LETTERS.length, random);
    const digits = drawn(PAIRS, DIGITS.length, random).map((digit) => LETTERS.length + digit);
    const order = [...letters.keys(), ...distinct(PAIRS, PAIRS, random)];
    return {
      inputs: order.flatMap((pair) => [letters[pair]!, digits[pair]!]),
      targets: order.flatMap((pair, at) => [at < PAIRS ? IGNORED_TARGET : digits[pair]!, IGNORED_TARGET]),
    };
  },
  // The head must attend to the digit after the letter: the same digit may also occur elsewhere, but only this one is
  // right.
  attended: ({ inputs, targets }) => prefixMatchingPairs(inputs).filter(([query]) => targets[query] !== IGNORED_TARGET),
};
