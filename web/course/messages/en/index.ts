// The texts of the course, in English.
import { figuresEn } from './figures.js';
import { average, it, weightedAverage } from './weights.js';
import { cost, cross, heads } from './model.js';
import { end, further } from './further.js';
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
  predict: 'Predict:',
  skip: 'Skip the question',
  task: 'Do:',
  saw: 'What you saw:',
  tried: {
    word: (word) => `Not yet: that is “${word}”. The task names another word.`,
    text: 'Not yet: this is not the sentence that the task asks for.',
    change: 'Not yet: something has changed, but not, or not only, what the task asks for.',
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
    end,
  },
  figures: figuresEn,
};
