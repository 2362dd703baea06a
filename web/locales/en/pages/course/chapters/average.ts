import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: 'An average',
  steps: [
    {
      text: [
        'To a model, each token is a list of numbers, a vector. Here are three tokens with two numbers each, drawn as points: the first number goes to the right, the second up.',
        '“it” should get a vector that holds something of the other tokens. The simplest way to make one vector of three is to take the average: add them up, divide by three.',
      ],
      predict: {
        question: 'Where is the average of three points?',
        answers: ['inside the triangle', 'on its edge', 'outside'],
      },
      task: 'Compute both numbers of the average, and check them.',
      saw: 'The average is ({x}, {y}), inside the triangle. Every token counts the same, the important ones and the others. That is what attention changes.',
    },
  ],
};
