// What texts the course has. `{name}` in a `saw` stands for a fact of the step's outcome.
/// <reference types="vite/types/importMeta.d.ts" />
import { CHAPTER_IDS, type ChapterId } from './chapters/index.js';
import type { FigureTexts } from '../locales/en/pages/course/figures.js';
import type { Language } from '../locales/index.js';

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

/** The texts that belong to no chapter. */
export interface CourseFrame {
  locale: string;
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
  figures: FigureTexts;
}

export interface CourseTexts extends CourseFrame {
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
  const [frame, chapters] = await Promise.all([
    FRAMES[`../locales/${language}/pages/course/index.ts`]!(),
    Promise.all(CHAPTER_IDS.map((id) => loadChapter(language, id))),
  ]);
  return { ...frame, chapters: Object.fromEntries(chapters) as CourseTexts['chapters'] };
}
