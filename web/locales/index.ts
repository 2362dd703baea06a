// Languages of the interface, and loaders of their texts: a page loads one language.
import * as languages from './languages.js';
import type { Details } from './en/details.js';
import type { Glossary } from './glossary.js';
import type { Locale } from './locale.js';
import type { Messages } from './en/element.js';

export type { Cards } from './en/cards.js';
export type { Glossary } from './glossary.js';
export type { Messages } from './en/element.js';

/** All texts of the element, including lazily loaded ones. */
export type AllMessages = Messages & Details & { glossary: Glossary };

export type Language = keyof typeof languages;
export const LOCALES: Readonly<Record<Language, Locale>> = languages;
export const LANGUAGES = Object.keys(languages) as Language[];

/** Language of an interface. @param lang 'auto': the browser's */
export const languageOf = (lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage(globalThis.navigator?.languages ?? []) : lang;

/** Language of a tag such as 'zh-Hans'; undefined if the interface does not support it. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** First requested language that the interface supports; otherwise English. */
export const preferredLanguage = (requested: readonly string[]): Language =>
  requested.map(languageOfTag).find((language) => language !== undefined) ?? 'en';
