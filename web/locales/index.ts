// The languages of the interface. A page loads the texts of one.
import * as languages from './languages.js';
import type { Details } from './en/details.js';
import type { Locale } from './locale.js';
import type { Messages } from './en/element.js';

export type { Cards } from './en/cards.js';
export type { Messages } from './en/element.js';

/** With those that come later. */
export type AllMessages = Messages & Details;

export type Language = keyof typeof languages;
export const LOCALES: Readonly<Record<Language, Locale>> = languages;
export const LANGUAGES = Object.keys(languages) as Language[];

/** The language of an interface. @param lang 'auto': the browser's */
export const languageOf = (lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage(globalThis.navigator?.languages ?? []) : lang;

/** The language of a tag such as 'zh-Hans'; undefined: the interface does not have it. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** The first of the browser's languages that the interface has; English if it has none of them. */
export const preferredLanguage = (requested: readonly string[]): Language =>
  requested.map(languageOfTag).find((language) => language !== undefined) ?? 'en';
