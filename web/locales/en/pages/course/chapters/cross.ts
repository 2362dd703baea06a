import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
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
