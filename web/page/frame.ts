// What the pages have in common: title, language, theme and footer, around whatever a page shows.
import { centerInRow } from '../ui/center-in-row.js';
import { LANGUAGES, LOCALES, type Language } from '../locales/index.js';
import type { PageTexts } from './texts.js';

/** The element of the page that a selector names; a page without it is broken. */
export const find = <Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

/** What the user has chosen, or 'auto'. */
export interface Appearance {
  readonly lang: Language | 'auto';
  readonly theme: 'light' | 'dark' | 'auto';
}

export const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function themeOf({ theme }: Pick<Appearance, 'theme'>): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return prefersDark.matches ? 'dark' : 'light';
}

/** The next language after one, of two the other. */
const languageAfter = (language: Language): Language =>
  LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length]!;

/** Offers the languages: of two a button to the other one, of more a menu. */
export function offerLanguages(languageNow: () => Language, choose: (language: Language) => void): void {
  const button = find('#language', HTMLButtonElement);
  if (LANGUAGES.length <= 2) {
    button.addEventListener('click', () => choose(languageAfter(languageNow())));
    return;
  }
  const menu = document.createElement('select');
  menu.id = button.id;
  menu.append(...LANGUAGES.map((language) => new Option(LOCALES[language].name, language)));
  menu.addEventListener('change', () => choose(menu.value as Language));
  button.replaceWith(menu);
}

function renderLanguages(texts: PageTexts, language: Language): void {
  const control = find('#language', HTMLElement);
  if (control instanceof HTMLSelectElement) {
    control.value = language;
    control.ariaLabel = texts.language;
    return;
  }
  const { name, switchTo } = LOCALES[languageAfter(language)];
  control.textContent = name;
  control.ariaLabel = switchTo;
}

export function renderFrame(texts: PageTexts, language: Language, theme: 'light' | 'dark'): void {
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = theme;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#third-party', HTMLElement).textContent = texts.licenses;
  renderLanguages(texts, language);
  find('#theme', HTMLElement).ariaLabel = texts.theme;
  find('#theme', HTMLElement).title = texts.theme;
  find('nav', HTMLElement).ariaLabel = texts.sections.label;
}

/** Scrolls the navigation, on a screen too narrow for it, to the open section. */
export const scrollToOpenSection = (): void => centerInRow(find('nav [aria-current]', HTMLElement));
