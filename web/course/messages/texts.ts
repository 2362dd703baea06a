// What texts the course has. `{name}` in a `saw` stands for a fact of the step's outcome.
import type { ChapterId } from '../chapters/index.js';
import type { FigureTexts } from './en/figures.js';

export interface StepTexts {
  text: readonly string[];
  /** What the learner is to predict. */
  predict?: { question: string; answers: readonly string[] };
  /** What the learner is asked to do. */
  task: string;
  /** Where to look after an attempt at the element that is not what the task asks for. */
  hint?: string;
  /** What happened, in numbers of the moment. */
  saw: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}

export interface CourseTexts {
  name: string;
  chapter: string;
  close: string;
  back: string;
  next: string;
  finish: string;
  /** In place of `finish` where only one chapter is offered. */
  again: string;
  /** These three stand before a text, with the space that the language puts there. */
  predict: string;
  skip: string;
  task: string;
  saw: string;
  /** What is said of an attempt that is not what the task asks for. */
  tried: {
    word: (word: string) => string;
    cell: (row: string, column: string) => string;
    number: string;
    text: string;
    change: string;
    scope: string;
    /** What is amiss, and where to look. */
    withHint: (amiss: string, hint: string) => string;
    startOver: string;
  };
  predictedRight: string;
  predictedWrong: (prediction: string, right: string) => string;
  chapters: Readonly<Record<ChapterId, ChapterTexts>>;
  figures: FigureTexts;
}
