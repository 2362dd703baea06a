// Languages of the interface, and the functions that load their texts: a page loads one language.
import * as languages from './languages.js';
import type { Details } from './en/details.js';
import type { Glossary } from './glossary.js';
import type { Locale } from './locale.js';
import type { Messages } from './en/element.js';

export type { Cards } from './en/cards.js';
export type { Glossary } from './glossary.js';
export type { Messages } from './en/element.js';

/** Type of all texts of the element, including those that are loaded later. */
export type AllMessages = Messages & Details & { glossary: Glossary };

export type Language = keyof typeof languages;
export const LOCALES: Readonly<Record<Language, Locale>> = languages;
/** All languages, in alphabetical order of their tags. */
export const LANGUAGES = Object.keys(languages) as Language[];

/**
 * The interface's language for a value of the property `lang`.
 * @param lang a language, or 'auto' for that of the browser
 */
export const languageOf = (lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage(globalThis.navigator?.languages ?? []) : lang;

/**
 * The interface's language for a language tag such as 'zh-Hans'; undefined if the interface does not have that
 * language.
 */
export function languageOfTag(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** The first of the requested languages that the interface has; English if it has none of them. */
export const preferredLanguage = (requested: readonly string[]): Language =>
  requested.map(languageOfTag).find((language) => language !== undefined) ?? 'en';
