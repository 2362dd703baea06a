// The English texts of the course that belong to no single chapter.
import { figures } from './figures.js';
import { numbers } from '../../numbers.js';

export const course = {
  ...numbers,
  name: 'Course',
  chapter: 'Chapter',
  shortWay: {
    /** Name of the short course (the first entry in the list of chapters), which contains 12 steps. */
    name: 'The short way: 12 steps, 10 minutes',
    /** Remaining time of the short course. */
    left: (minutes: number) => `about ${minutes} min left`,
    /** Texts of the page after the last step of the short course. */
    end: {
      title: 'What each part does',
      /** Parts of attention, each with a sentence about its purpose. */
      parts: [
        [
          'q·k',
          'compares the query of one token with the key of another: the better they match, the larger the score.',
        ],
        [
          '÷ √d',
          'keeps scores of vectors of many dimensions from growing so large that one key takes all and gradients vanish.',
        ],
        ['softmax', 'turns the scores of a row into weights: all positive, with a sum of 1.'],
        ['Σ weight · value', 'adds up the values by their weights: the output of the head.'],
        ['A mask', 'sets scores to −∞ before the softmax, so that their weights are 0.'],
        [
          'A second head',
          'has matrices of its own and attends to something else; the outputs are concatenated and projected by W_O.',
        ],
      ] as readonly (readonly [name: string, does: string])[],
      onward: 'Check yourself with six questions, or choose a chapter to learn more.',
      quiz: 'Six questions',
    },
  },
  /** Announcement for screen readers when a course step opens. */
  opened: (title: string, number: number, steps: number) => `${title}, step ${number} of ${steps}.`,
  close: 'Close the course',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  /** Label of the button after the last step if only one chapter is available; it replaces `finish`. */
  again: 'Start again',
  /**
   * Labels that begin a line: of the question, the task and the outcome. Each includes a space at its end if the
   * language needs one.
   */
  predict: 'Predict: ',
  skip: 'Skip the question',
  task: 'Do: ',
  saw: 'What you saw: ',
  /** Feedback on an attempt that does not complete a step's task. */
  tried: {
    word: (word: string) => `Not yet: that is “${word}”.`,
    cell: (row: string, column: string) => `Not yet: that is row “${row}”, column “${column}”.`,
    number: 'Not yet: that is a different number.',
    text: 'Not yet: the sentence is different.',
    change: 'Not yet: that is not what the task asks for, or not only that.',
    scope: 'Not yet: now every layer changes. Choose “head” under “Experiment”.',
    /**
     * Sentence that combines the feedback with the step's hint.
     * @param amiss the feedback on the attempt
     */
    withHint: (amiss: string, hint: string) => `${amiss} ${hint}`,
    startOver: 'Start this step over',
  },
  predictedRight: 'Your prediction was right.',
  predictedWrong: (prediction: string, right: string) => `You predicted “${prediction}”; it was “${right}”.`,
  figures,
};

export type CourseFrame = typeof course;
