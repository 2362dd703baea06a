// Training task "repeat": at each token, predict the token two positions back. A head must attend by position alone.
import { drawn } from './random.js';
import { offsetPairs } from '../measures.js';
import { IGNORED_TARGET, type Task } from './task.js';

const LETTERS = Array.from('ABCDEFGHIJKLMNOP');
const TOKENS = 24;
const BACK = 2;

export const repeat: Task = {
  name: 'repeat',
  vocabulary: LETTERS,
  tokens: TOKENS,
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
    const inputs = drawn(TOKENS, LETTERS.length, random);
    return { inputs, targets: inputs.map((_, at) => (at < BACK ? IGNORED_TARGET : inputs[at - BACK]!)) };
  },
  attended: ({ inputs }) => offsetPairs(inputs.length, BACK),
};
