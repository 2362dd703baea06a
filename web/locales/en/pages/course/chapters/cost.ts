import type { ChapterTexts } from '../../../../../course/texts.js';

export const chapter: ChapterTexts = {
  title: 'What attention costs',
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
  ],
};
