// The course's texts in the user's language.
import { courseEn, type CourseTexts } from './en.js';
import { courseZh } from './zh.js';
import type { Language } from '../../messages/index.js';

export type { CourseTexts } from './en.js';

export const courseIn: Record<Language, CourseTexts> = { en: courseEn, zh: courseZh };
