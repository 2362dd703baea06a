// Parts that all pages of the site have in common: title, language, theme and footer.
import { html, render, type TemplateResult } from 'lit';
import { centerInRow } from '../ui/center-in-row.js';
import { LANGUAGES, LOCALES, type Language } from '../locales/index.js';
import type { PageTexts } from './texts.js';

/** Finds an element that the page must have. @throws Error if it is missing */
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

/** Control for the language of the interface: with two languages, a button for the other one; with more, a menu. */
function languageControl(texts: PageTexts, language: Language, choose: (language: Language) => void): TemplateResult {
  const [other, ...more] = LANGUAGES.filter((each) => each !== language);
  if (other && more.length === 0) {
    const { name, switchTo } = LOCALES[other];
    return html`<button id="language" aria-label=${switchTo} @click=${() => choose(other)}>${name}</button>`;
  }
  const change = ({ target }: Event) => choose((target as HTMLSelectElement).value as Language);
  return html`<select id="language" aria-label=${texts.language} @change=${change}>
    ${LANGUAGES.map((each) => html`<option value=${each} .selected=${each === language}>${LOCALES[each].name}</option>`)}
  </select>`;
}

/** Sets the accessible name and the tooltip of a button that only has an icon. */
export function nameButton(selector: string, name: string): void {
  const button = find(selector, HTMLElement);
  button.ariaLabel = name;
  button.title = name;
}

/** Renders the parts that all pages have in common. @param choose called with the language that the user has chosen */
export function renderFrame(
  texts: PageTexts,
  { language, theme }: { language: Language; theme: 'light' | 'dark' },
  choose: (language: Language) => void,
): void {
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = theme;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#third-party', HTMLElement).textContent = texts.licenses;
  render(languageControl(texts, language, choose), find('#languages', HTMLElement));
  nameButton('#theme', texts.theme);
  nameButton('#present', texts.present);
  find('nav', HTMLElement).ariaLabel = texts.sections.label;
}

/** Marks the sides on which the navigation bar continues beyond the screen; the marks are drawn by page.css. */
function showMore(nav: HTMLElement): void {
  const left = nav.scrollWidth - nav.clientWidth - nav.scrollLeft;
  nav.dataset['more'] = `${nav.scrollLeft > MIN_HIDDEN ? 'start' : ''} ${left > MIN_HIDDEN ? 'end' : ''}`;
}

const MIN_HIDDEN = 12; // hidden pixels from which on a side is marked

/** Scrolls the navigation bar, if it is wider than the screen, so that the name of the open section is visible. */
export function scrollToOpenSection(): void {
  const nav = find('nav', HTMLElement);
  centerInRow(find('nav [aria-current]', HTMLElement));
  nav.onscroll = window.onresize = () => showMore(nav);
  showMore(nav);
}

/** Starts the presentation of the open section when the user presses P outside of input fields. */
export function presentByKey(present: () => Promise<void>): void {
  window.addEventListener('keydown', (event) => {
    const [target] = event.composedPath();
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (event.key === 'p' && !isTyping && !event.defaultPrevented && !event.ctrlKey && !event.metaKey) void present();
  });
}
