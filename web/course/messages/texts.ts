// Structure of the course's texts. `{name}` in a `saw` stands for a fact of the step's outcome.
import type { ChapterId } from '../chapters/index.js';
import type { FigureTexts } from './en/figures.js';

export interface StepTexts {
  text: readonly string[];
  /** Question before the task, and its answers. */
  predict?: { question: string; answers: readonly string[] };
  /** Instruction. */
  task: string;
  /** Hint after an attempt that does not do the task. */
  hint?: string;
  /** Outcome, with numbers of the current run. */
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
  /** Replaces `finish` if only one chapter is offered. */
  again: string;
  /** Lead-ins before a text, including the space that the language needs. */
  predict: string;
  skip: string;
  task: string;
  saw: string;
  /** Reactions to an attempt that does not do the task. */
  tried: {
    word: (word: string) => string;
    cell: (row: string, column: string) => string;
    number: string;
    text: string;
    change: string;
    scope: string;
    /** Joins a reaction and a hint. */
    withHint: (amiss: string, hint: string) => string;
    startOver: string;
  };
  predictedRight: string;
  predictedWrong: (prediction: string, right: string) => string;
  chapters: Readonly<Record<ChapterId, ChapterTexts>>;
  figures: FigureTexts;
}
