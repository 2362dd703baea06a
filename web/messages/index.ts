// The texts in the reader's language.
import { en, type Messages } from './en.js';
import { zh } from './zh.js';

export type { Messages } from './en.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const messagesIn: Record<Language, Messages> = { en, zh };

/** The first of the languages that a browser asks for which there are texts in. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}
