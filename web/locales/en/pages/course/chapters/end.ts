import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'What you have seen',
  steps: [
    {
      text: [
        'Attention in one sentence: each token compares its query with all keys, and takes a weighted average of the values.',
        'In one formula: head = softmax(Q·Kᵀ / √d)·V. With all heads: x + Concat(head_1, …)·W_O + b_O. Each symbol has its chapter.',
      ],
      task: 'Read the summary. Go back to what is still open, if you like.',
      saw: 'You have done {done} of {tasks} tasks.',
    },
    {
      text: ['Six questions. After each answer you read why it is right or wrong, and you can choose again.'],
      task: 'Answer all six questions right.',
      saw: 'All {questions} answers are right. Wrong choices on the way: {mistakes}.',
      point: 'Whoever answers all six has understood attention.',
    },
    {
      text: [
        'Now a sentence of your own, in English, in Chinese, or in both at once. Put “it” or another pronoun into it, and see whether the head finds what it refers to.',
        'The link opens your sentence on its own. Send it to somebody, and ask what they would have said.',
      ],
      predict: {
        question: 'Will the head find the right word?',
        answers: ['yes', 'no'],
      },
      task: 'Write a sentence of your own, of at least four tokens.',
      hint: 'It must be a sentence that the course has not used, of four tokens or more.',
      saw: '“{word}” attends most to “{first}”, with {share}. Was that what you meant? You can select other words, too.',
    },
  ],
};
