// Entry point of training.html, which the site shows like a section. It is a page of its own, since the other sections
// do not need its code.
import { AttentionTraining, SETTINGS_CHANGE } from '../training/element/attention-training.js';
import { addressOfSection, type PageSection } from './sections/sections.js';
import { find, prefersDark, presentByKey, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { fromParameters, toParameters } from '../training/settings.js';
import { LANGUAGES, languageOf, type Language } from '../locales/index.js';
import { LanguageTexts } from '../ui/language-texts.js';
import { loadPageTexts } from './texts.js';
import type { TrainedModel } from '../training/export/model-files.js';

const training = find('attention-training', AttentionTraining);
const THEMES = ['light', 'dark'] as const;
const languageNow = (): Language => languageOf(training.lang);
const loadedTexts = new LanguageTexts(loadPageTexts, languageNow);

/** URL parameters for language and theme. The value 'auto' is left out. */
function appearance(): Record<string, string> {
  const { lang, theme } = training;
  return { ...(lang === 'auto' ? {} : { lang }), ...(theme === 'auto' ? {} : { theme }) };
}

async function render(): Promise<void> {
  await loadedTexts.load();
  const texts = loadedTexts.current;
  renderFrame(texts, { language: languageNow(), theme: themeOf(training) }, chooseLanguage);
  document.title = `${texts.sections.training} · ${texts.title}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const section = link.dataset['section'] as PageSection | 'training';
    link.textContent = section === 'training' ? texts.sections.training : texts.sections.names[section];
    link.href = section === 'training' ? location.href : `./${addressOfSection(section, languageNow(), training)}`;
  }
  scrollToOpenSection();
}

function openAddress(): void {
  const parameters = new URLSearchParams(location.search);
  training.lang = LANGUAGES.find((language) => language === parameters.get('lang')) ?? 'auto';
  training.theme = THEMES.find((theme) => theme === parameters.get('theme')) ?? 'auto';
  training.settings = fromParameters(parameters);
  void render();
}

function showAddress(): void {
  const query = new URLSearchParams([...toParameters(training.settings), ...Object.entries(appearance())]).toString();
  history.replaceState(null, '', location.pathname + (query === '' ? '' : `?${query}`));
  void render();
}

function chooseLanguage(language: Language): void {
  training.lang = language;
  showAddress();
}

/** Saves a trained model in the browser's storage, and opens “Look inside”, which reads it from there. */
async function lookInside({ name, text, files }: TrainedModel): Promise<void> {
  const { keep } = await import('../inside/kept-models.js');
  await keep(name, files, { signal: new AbortController().signal, onProgress: () => undefined });
  const query = new URLSearchParams({ inside: 'heads', model: name, text, ...appearance() });
  location.href = `./?${query}`;
}

async function present(): Promise<void> {
  const { presentTraining } = await import('./presenting/sections.js');
  presentTraining(training, languageNow);
}

training.lookInside = 'storage' in navigator ? lookInside : null; // without HTTPS, a page has no storage
openAddress();
presentByKey(present);
find('#present', HTMLElement).addEventListener('click', () => void present());
prefersDark.addEventListener('change', () => void render());
training.addEventListener(SETTINGS_CHANGE, showAddress);
window.addEventListener('popstate', openAddress);
find('#theme', HTMLElement).addEventListener('click', () => {
  training.theme = themeOf(training) === 'dark' ? 'light' : 'dark';
  showAddress();
});
