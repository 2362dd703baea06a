// The texts of the course that belong to no chapter, in English.
import { figures } from './figures.js';
import { numbers } from '../../numbers.js';

export const course = {
  ...numbers,
  name: 'Course',
  chapter: 'Chapter',
  shortWay: {
    /** In the list of chapters, before them. */
    name: 'The short way: 12 steps, 10 minutes',
    /** Time that is left. */
    left: (minutes: number) => `about ${minutes} min left`,
    /** Button behind the last step: the chapters. */
    onward: 'Chapters',
  },
  close: 'Close the course',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  /** Replaces `finish` if only one chapter is offered. */
  again: 'Start again',
  /** Lead-ins before a text, including the space that the language needs. */
  predict: 'Predict: ',
  skip: 'Skip the question',
  task: 'Do: ',
  saw: 'What you saw: ',
  /** Reactions to an attempt that does not do the task. */
  tried: {
    word: (word: string) => `Not yet: that is “${word}”.`,
    cell: (row: string, column: string) => `Not yet: that is row “${row}”, column “${column}”.`,
    number: 'Not yet: that is another number.',
    text: 'Not yet: the sentence is another one.',
    change: 'Not yet: that is not what the task asks for, or not only that.',
    scope: 'Not yet: now every layer changes. Choose “head” under “Experiment”.',
    /** Joins a reaction and a hint. */
    withHint: (amiss: string, hint: string) => `${amiss} ${hint}`,
    startOver: 'Start this step over',
  },
  predictedRight: 'Your prediction was right.',
  predictedWrong: (prediction: string, right: string) => `You predicted “${prediction}”; it was “${right}”.`,
  figures,
};

export type CourseFrame = typeof course;
