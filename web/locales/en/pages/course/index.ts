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
    onward: 'Chapters',
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
