// The texts in the user's language, for page and course, which bundle both languages.
import { en, type Messages } from './en.js';
import { pageEn } from './page-en.js';
import { pageZh } from './page-zh.js';
import { zh } from './zh.js';
import type { Language } from './languages.js';

export { LANGUAGES, languageOf, preferredLanguage, type Language, type Messages } from './languages.js';

export type PageMessages = Messages & typeof pageEn;

export const messagesIn: Record<Language, PageMessages> = { en: { ...en, ...pageEn }, zh: { ...zh, ...pageZh } };
