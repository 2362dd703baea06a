// Languages of the interface, and loaders of their texts: an element loads one language.
import type { Cards } from './cards-en.js';
import type { Details } from './details-en.js';
import type { Messages } from './en.js';

export type { Messages } from './en.js';

/** All texts of the element, including those loaded later. */
export type AllMessages = Messages & Details;

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const loadMessages: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en.js')).en,
  zh: async () => (await import('./zh.js')).zh,
};

/** Loads the texts that few views need. */
export const loadDetails: Readonly<Record<Language, () => Promise<Details>>> = {
  en: async () => (await import('./details-en.js')).detailsEn,
  zh: async () => (await import('./details-zh.js')).detailsZh,
};

export const loadCards: Readonly<Record<Language, () => Promise<Cards>>> = {
  en: async () => (await import('./cards-en.js')).cardsEn,
  zh: async () => (await import('./cards-zh.js')).cardsZh,
};

/** Bilingual, since the texts of the user's language are unavailable. */
export const textsFailed = (message: string): string =>
  `Loading failed. Reload the page to try again. 加载失败，请重新加载页面。(${message})`;

/** Language of an interface. @param lang 'auto': the browser's */
export const languageOf = (lang: Language | 'auto'): Language =>
  lang === 'auto' ? preferredLanguage(globalThis.navigator?.languages ?? []) : lang;

/** The first requested language that the interface has; otherwise English. */
export function preferredLanguage(requested: readonly string[]): Language {
  const known = requested.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}
