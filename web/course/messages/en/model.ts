// Heads, cross-attention and cost, in English.
import { en as patterns } from '../../../messages/head-patterns.js';
import type { ChapterTexts } from '../texts.js';

export const heads: ChapterTexts = {
  title: 'Many heads',
  steps: [
    {
      text: [
        'One head has one set of weights for a sentence. To attend to several things at once, a layer has several heads, each with its own W_Q, W_K and W_V. These are all heads of the encoder.',
        'A head can be supervised: training says what it should attend to. The others find something of their own, which is measured afterwards.',
      ],
      predict: { question: 'How many of these 16 heads were supervised?', answers: ['3', '8', '16'] },
      task: 'Set the order to “By role”.',
      hint: 'The order is chosen above the heads.',
      saw: `Of {heads} heads {supervised} were supervised. {patterns} of the others follow a simple pattern, such as “${patterns.next}”; {others} do not.`,
    },
    {
      text: [
        'You know this head from chapter 1. It was supervised on grammar: each token should attend to the word that it depends on, its governor. In “the red house”, “red” depends on “house”; in “the cat sat”, “cat” depends on “sat”.',
      ],
      predict: { question: 'Which word does “mat” depend on?', answers: ['the', 'sat', 'tired'] },
      task: 'Select the word “mat”.',
      hint: '“mat” stands after “on the”.',
      saw: '“{word}” attends most to “{first}”, with {share}. The same sentence, other weights: this head learned something else than the one for pronouns.',
    },
    {
      text: [
        'What does one head contribute? Switch it off, so that its output is 0, and see what changes. Each layer works on the output of the one below.',
        `The selected head is in layer 1 and attends to the ${patterns.previous}. Each panel shows how much the weights of a head change.`,
      ],
      predict: {
        question: 'Which heads change when this one is off?',
        answers: ['those of the same layer', 'those of the layers above', 'none'],
      },
      task: 'Under “Experiment”, choose “Switch off this head”.',
      hint: 'Only this one head should be off.',
      saw: 'Without head {head} of layer {layer}, the others of its layer change by {beside}. Above, head {otherHead} of layer {otherLayer} changes most: one of its weights by {change}.',
    },
  ],
};

export const cross: ChapterTexts = {
  title: 'Cross-attention',
  steps: [
    {
      text: [
        'So far a sentence attended to itself: queries, keys and values came from the same tokens. To translate, a decoder needs another text, the one that it translates.',
        'The formula stays the same. The types of attention differ in where Q, K and V come from. The numbers in the table are those of this sentence.',
      ],
      predict: {
        question: 'In cross-attention, where do the queries come from?',
        answers: ['from the sentence', 'from the translation'],
      },
      task: 'Choose “cross” in the table.',
      hint: '“cross” is the last row of the table.',
      saw: 'The matrix now has {queries} rows, one for each token of the translation, and {keys} columns, one for each token of the sentence. Each row still sums to 100%.',
    },
    {
      text: [
        'Above is the translation, below it the sentence. This head was supervised to find the word that each token of the translation translates. Now 了 is selected: it stands for parts of “was” and “tired”.',
      ],
      predict: {
        question: 'How sure will the head be about “cat”?',
        answers: ['one weight is more than half', 'the weights are spread'],
      },
      task: 'Select the token of the translation that attends most to “cat”.',
      hint: 'Which token of the translation means “cat”?',
      saw: '“{word}” attends to “{first}” with {share}. A query of one text finds its key in the other, wherever it stands.',
    },
  ],
};

export const cost: ChapterTexts = {
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
