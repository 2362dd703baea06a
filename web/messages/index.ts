// The texts in the user's language, where both languages are at hand: on the page, in the course.
import { en, type Messages } from './en.js';
import { zh } from './zh.js';
import type { Language } from './languages.js';

export { LANGUAGES, languageOf, preferredLanguage, type Language, type Messages } from './languages.js';

export const messagesIn: Record<Language, Messages> = { en, zh };
