// The texts of the course that belong to no chapter, in English.
import { figures } from './figures.js';
import { numbers } from '../../numbers.js';
import type { CourseFrame } from '../../../../course/texts.js';

export const course: CourseFrame = {
  ...numbers,
  name: 'Course',
  chapter: 'Chapter',
  shortWay: {
    name: 'The short way: 12 steps, 10 minutes',
    left: (minutes) => `about ${minutes} min left`,
    end: {
      title: 'What each part does',
      parts: [
        ['q·k', 'compares the query of one token with the key of another: the better they match, the larger the score.'],
        ['÷ √d', 'keeps scores of long vectors from growing so large that one key takes all and gradients vanish.'],
        ['softmax', 'turns the scores of a row into weights: positive, and 1 together.'],
        ['Σ weight · value', 'adds up the values by their weights: the output of the head.'],
        ['A mask', 'sets scores to −∞ before the softmax, so that their weights are 0.'],
        ['A second head', 'has matrices of its own and attends to something else; W_O joins the outputs.'],
      ],
      onward: 'Check yourself with six questions, or choose a chapter to know more.',
      quiz: 'Six questions',
    },
  },
  close: 'Close the course',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  again: 'Start again',
  predict: 'Predict: ',
  skip: 'Skip the question',
  task: 'Do: ',
  saw: 'What you saw: ',
  tried: {
    word: (word) => `Not yet: that is “${word}”.`,
    cell: (row, column) => `Not yet: that is row “${row}”, column “${column}”.`,
    number: 'Not yet: that is another number.',
    text: 'Not yet: the sentence is another one.',
    change: 'Not yet: that is not what the task asks for, or not only that.',
    scope: 'Not yet: now every layer changes. Choose “head” under “Experiment”.',
    withHint: (amiss, hint) => `${amiss} ${hint}`,
    startOver: 'Start this step over',
  },
  predictedRight: 'Your prediction was right.',
  predictedWrong: (prediction, right) => `You predicted “${prediction}”; it was “${right}”.`,
  figures,
};
