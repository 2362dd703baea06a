import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'Cost and precision',
  steps: [
    {
      text: [
        'Every token is compared with every token, the strength of attention and its price: n tokens have n² weights. Scores and output take 2·n²·d multiplications, and the projections by W_Q, W_K, W_V and W_O take 4·n·d² more.',
        'A fused pass computes the same block by block, and never stores the whole matrix. Measure it here.',
      ],
      predict: {
        question: 'The text becomes twice as long. The weights become …',
        answers: ['2 times as many', '4 times as many', '8 times as many'],
      },
      task: 'Move n to 100,000 and compare the memory.',
      saw: 'Twice the tokens, {factor} times the weights. For {tokens} tokens the whole matrix of one head takes {full}; the fused pass takes {fused}.',
    },
    {
      text: [
        'People compute the same in another order (FlashAttention), leave out pairs (Longformer’s window, BigBird), shorten K and V (Linformer), or replace the softmax (Performer, linear attention).',
        'All run here on the same vectors. Error: the distance from the exact output, as a share of its length.',
      ],
      predict: {
        question: 'The fused pass is exact. Which others come closest?',
        answers: ['those that leave out pairs', 'the one that shortens K and V', 'those that replace the softmax'],
      },
      task: 'Run all methods.',
      saw: 'At n = {tokens} the fused pass differs by {fused} and takes 1/{saved} of the memory. The window is off by {window}, low rank by {linformer}, linear attention by {linear}: without training, it is another attention.',
    },
    {
      text: [
        'Must it be a softmax? relu(x) is x where x is positive, and otherwise 0. As a replacement it needs no exponential, and each weight can be computed without the others.',
      ],
      predict: { question: 'Can a weight be exactly 0 with relu?', answers: ['yes', 'no'] },
      task: 'Choose relu.',
      saw: 'With relu {zeros} of {keys} weights are exactly 0. But they sum to {sum}, not to 1: the size of the output now depends on the scores.',
    },
    {
      text: [
        'A float32 number has 32 bits. Large models store and compute with fewer: 16 bits (mixed precision), or 8-bit integers with a scale for each row. The file of the model on this page is int8, too.',
      ],
      predict: {
        question: 'With 8 bits instead of 32, how wrong is the output?',
        answers: ['by a few percent at most', 'by about a tenth', 'by about half'],
      },
      task: 'Look at float16, then choose int8.',
      saw: 'With int8 the vectors take {after} instead of {before}, and the output is off by {int8}. With float16 it is off by {half}.',
    },
    {
      text: [
        'The softmax as it is written has a trap: e to the power of a large score is too large for a float32 number, which ends at about 3·10³⁸.',
        'The way out: subtract the largest score from all first. That changes no weight, as numerator and denominator shrink alike, and no power is above 1.',
      ],
      predict: {
        question: 'The largest score is 200. What does the formula give as it is written?',
        answers: ['the same weights as for 2', 'no number at all'],
      },
      task: 'Set the largest score to 200.',
      saw: 'e to the power of {score} is {power} in float32, and ∞/∞ is {naive}. With the largest score subtracted, the first weight is {weight}, as it should be.',
    },
  ],
};
