import { patterns } from '../../../head-patterns.js';
import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Watch it learn',
  steps: [
    {
      text: [
        'Where does a head come from? From training. All matrices begin random; each step changes every number a little, so that the predictions get better.',
        'The task here: eight letters, a bar, and the same letters backwards; with four, that is ABCD | DCBA. A small Transformer of one layer gets random letters, and positions with them.',
      ],
      predict: {
        question: 'What does it learn without positions?',
        answers: ['just as much', 'about half of it', 'less than half of it'],
      },
      task: 'Train it with positions, and then without.',
      saw: 'After {steps} steps {with} of the predictions are right with positions, and {without} without; guessing gives {chance}. With positions a head attends to the mirrored place: a stripe. Without them the letters before the bar are a set: knowing which they are helps a little, but nothing tells their order.',
    },
    {
      text: [
        'Letters start over: Q F K B, Q F K → B. Training changes all matrices, random at first, a little at each step: predictions get better.',
        `It takes two heads. In layer 1 one attends to the ${patterns.previous}, by the positions added to the letters. In layer 2 the induction head attends to the ${patterns.induction}: from the second K to B, which knows of the K before it.`,
      ],
      predict: {
        question: 'How will the curve rise?',
        answers: ['evenly, from step to step', 'slowly for a long time, then quickly'],
      },
      task: 'Train the two layers, until 95% of the predictions are right.',
      saw: 'Halfway, after {middle} steps, {early} were right; after {steps} steps {late}. While one head does not do its part, the other gains little; once both begin, each helps the other. Olsson et al. (2022) saw this in large language models.',
    },
    {
      text: [
        'Before training, all matrices are random. How large should their numbers be? Xavier’s answer: uniform, up to √(6 / (inputs + outputs)), so that the size of the vectors stays as it is. He’s, for relu, has a standard deviation of √(2 / inputs).',
      ],
      predict: {
        question: 'W_Q and W_K ten times as large as Xavier’s: how large is the largest of 16 weights, on average?',
        answers: ['less than a quarter', 'about half', 'nearly 1'],
      },
      task: 'Choose “ten times”.',
      saw: 'The largest weight is {xavier} with Xavier’s numbers, {large} with ten times as large ones, {small} with a tenth (all even: {even}). Too large, and attention has chosen before it has learned.',
    },
    {
      text: [
        'Dropout: in training, each weight is set to 0 at random, with probability p. The others are divided by 1 − p. So no token can rely on a single other one.',
      ],
      predict: {
        question: 'Do the weights of a row still sum to 1 after dropout?',
        answers: ['yes, always', 'no, only on average'],
      },
      task: 'Set p = 0.5 and draw at least three times.',
      saw: 'This time {zeros} of {keys} weights are 0, and the sum is {sum}. Over {many} draws the mean sum is {mean}: on average nothing is lost.',
    },
  ],
};
