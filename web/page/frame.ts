// Common frame of all pages: title, language, theme and footer.
import { centerInRow } from '../ui/center-in-row.js';
import type { Language, PageMessages } from '../messages/index.js';

/** Finds a required element of the page. @throws Error if it is missing */
export const find = <Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

export interface Appearance {
  readonly lang: Language | 'auto';
  readonly theme: 'light' | 'dark' | 'auto';
}

export const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function themeOf({ theme }: Pick<Appearance, 'theme'>): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return prefersDark.matches ? 'dark' : 'light';
}

export function renderFrame(texts: PageMessages, theme: 'light' | 'dark'): void {
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = theme;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#third-party', HTMLElement).textContent = texts.licenses;
  find('#language', HTMLElement).textContent = texts.language;
  find('#language', HTMLElement).ariaLabel = texts.languageLabel;
  find('#theme', HTMLElement).ariaLabel = texts.theme;
  find('#theme', HTMLElement).title = texts.theme;
  find('nav', HTMLElement).ariaLabel = texts.sections.label;
}

/** Scrolls a navigation too wide for the screen to the open section. */
export const scrollToOpenSection = (): void => centerInRow(find('nav [aria-current]', HTMLElement));
