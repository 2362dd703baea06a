// The texts in the user's language.
import { en, type Messages } from './en.js';
import { zh } from './zh.js';

export type { Messages } from './en.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const messagesIn: Record<Language, Messages> = { en, zh };

/** The language of an interface. @param lang 'auto': the browser's */
export const languageOf = (lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage(globalThis.navigator?.languages ?? []) : lang;

/** The first of the browser's languages that the interface has; English if it has none of them. */
export function preferredLanguage(requested: readonly string[]): Language {
  const known = requested.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}
