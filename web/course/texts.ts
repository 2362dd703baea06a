// Structure of the course's texts. `{name}` in a `saw` stands for a fact of the step's outcome.
/// <reference types="vite/types/importMeta.d.ts" />
import { CHAPTER_IDS, type ChapterId } from './chapters/index.js';
import type { FigureTexts } from '../locales/en/pages/course/figures.js';
import { LOCALES, type Glossary, type Language } from '../locales/index.js';

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
  /** What it shows, for plans and notes, where each sentence of the outcome has numbers. */
  point?: string;
}

export interface ChapterTexts {
  title: string;
  steps: readonly StepTexts[];
}

/** The texts that belong to no chapter. */
export interface CourseFrame {
  locale: string;
  name: string;
  chapter: string;
  shortWay: {
    /** In the list of chapters, before them. */
    name: string;
    /** Time that is left. */
    left: (minutes: number) => string;
    /** Behind the last step. */
    end: {
      title: string;
      /** Parts of attention, and what each does. */
      parts: readonly (readonly [name: string, does: string])[];
      onward: string;
      /** Button to the quiz. */
      quiz: string;
    };
  };
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
  figures: FigureTexts;
}

export interface CourseTexts extends CourseFrame {
  glossary: Glossary;
  chapters: Readonly<Record<ChapterId, ChapterTexts>>;
}

const FRAMES = import.meta.glob<CourseFrame>('../locales/*/pages/course/index.ts', { import: 'course' });
const CHAPTER_TEXTS = import.meta.glob<ChapterTexts>('../locales/*/pages/course/chapters/*.ts', { import: 'chapter' });

/** Texts of a chapter, in English where a language has none. */
async function loadChapter(language: Language, id: ChapterId): Promise<[ChapterId, ChapterTexts]> {
  const [own, english] = [language, 'en'].map((each) => `../locales/${each}/pages/course/chapters/${id}.ts`);
  return [id, await (CHAPTER_TEXTS[own!] ?? CHAPTER_TEXTS[english!]!)()];
}

export async function loadCourseTexts(language: Language): Promise<CourseTexts> {
  const [frame, glossary, chapters] = await Promise.all([
    FRAMES[`../locales/${language}/pages/course/index.ts`]!(),
    LOCALES[language].loadGlossary(),
    Promise.all(CHAPTER_IDS.map((id) => loadChapter(language, id))),
  ]);
  return { ...frame, glossary, chapters: Object.fromEntries(chapters) as CourseTexts['chapters'] };
}
