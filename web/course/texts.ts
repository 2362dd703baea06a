// Loads the texts of the course: those around the steps, and those of each chapter, in separate files for each
// language.
/// <reference types="vite/types/importMeta.d.ts" />
import { CHAPTER_IDS, type ChapterId } from './chapters/index.js';
import { loadLocalized } from '../locales/localized.js';
import type { ChapterTexts } from '../locales/chapter-texts.js';
import type { CourseFrame } from '../locales/en/pages/course/index.js';
import { LOCALES, type Glossary, type Language } from '../locales/index.js';

export interface CourseTexts extends CourseFrame {
  glossary: Glossary;
  chapters: Readonly<Record<ChapterId, ChapterTexts>>;
}

const FRAMES = import.meta.glob<CourseFrame>('../locales/*/pages/course/index.ts', { import: 'course' });
const CHAPTER_TEXTS = import.meta.glob<ChapterTexts>('../locales/*/pages/course/chapters/*.ts', { import: 'chapter' });

/** Loads the texts of a chapter in a language; in English if they are not translated. */
async function loadChapter(language: Language, id: ChapterId): Promise<[ChapterId, ChapterTexts]> {
  return [id, await loadLocalized(CHAPTER_TEXTS, language, `pages/course/chapters/${id}.ts`)];
}

export async function loadCourseTexts(language: Language): Promise<CourseTexts> {
  const [frame, glossary, chapters] = await Promise.all([
    loadLocalized(FRAMES, language, 'pages/course/index.ts'),
    LOCALES[language].loadGlossary(),
    Promise.all(CHAPTER_IDS.map((id) => loadChapter(language, id))),
  ]);
  return { ...frame, glossary, chapters: Object.fromEntries(chapters) as CourseTexts['chapters'] };
}
