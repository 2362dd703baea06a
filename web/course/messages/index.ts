// The course's texts in the user's language.
import { courseEn } from './en/index.js';
import { courseZh } from './zh/index.js';
import type { CourseTexts } from './texts.js';
import type { Language } from '../../messages/index.js';

export type { ChapterTexts, CourseTexts, StepTexts } from './texts.js';

export const courseIn: Record<Language, CourseTexts> = { en: courseEn, zh: courseZh };
