// The texts of the course, in English.
import { figuresEn } from './figures.js';
import { average, it, weightedAverage } from './weights.js';
import { cost, cross, heads } from './model.js';
import { end, further } from './further.js';
import { learning } from './learning.js';
import { masks, scores, softmax } from './formula.js';
import type { CourseTexts } from '../texts.js';

export const courseEn: CourseTexts = {
  name: 'Course',
  chapter: 'Chapter',
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
  chapters: {
    it,
    average,
    'weighted-average': weightedAverage,
    scores,
    softmax,
    masks,
    heads,
    cross,
    cost,
    further,
    learning,
    end,
  },
  figures: figuresEn,
};
