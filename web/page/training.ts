// The page on which a model is trained: a section of the page, in a file of its own, since nobody needs it to read a sentence.
import { AttentionTraining, SETTINGS_CHANGE } from '../training/element/attention-training.js';
import { FIRST_SENTENCES, type SectionName } from './sections.js';
import { fromParameters, toParameters } from '../training/settings.js';
import { LANGUAGES, messagesIn, preferredLanguage, type Language } from '../messages/index.js';

const find = <Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

const training = find('attention-training', AttentionTraining);
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const THEMES = ['light', 'dark'] as const;

/** What opens each of the other sections, with a sentence in the language of the page. */
const SECTIONS: Record<SectionName, (language: Language) => Record<string, string>> = {
  sentence: () => ({}),
  computed: (language) => ({
    view: 'ledger',
    controls: 'text,card,play,scrub,cell',
    text: FIRST_SENTENCES[language][0],
  }),
  story: () => ({ model: 'stories', view: 'sentence', controls: 'text,generate,head,card', sampling: '0.8:0.9:1' }),
  learn: () => ({ chapter: 'it.1' }),
  lab: (language) => ({ controls: 'all', text: FIRST_SENTENCES[language][0] }),
};

const languageNow = (): Language => (training.lang === 'auto' ? preferredLanguage(navigator.languages) : training.lang);
const themeNow = () => {
  if (training.theme !== 'auto') return training.theme;
  return prefersDark.matches ? 'dark' : 'light';
};

/** Language and theme as an address has them, if the user has chosen any. */
function appearance(): Record<string, string> {
  const { lang, theme } = training;
  return { ...(lang === 'auto' ? {} : { lang }), ...(theme === 'auto' ? {} : { theme }) };
}

function render(): void {
  const texts = messagesIn[languageNow()];
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = themeNow();
  document.title = `${texts.sections.training} · ${texts.title}`;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#third-party', HTMLElement).textContent = texts.licenses;
  find('#language', HTMLElement).textContent = texts.language;
  find('#language', HTMLElement).ariaLabel = texts.languageLabel;
  find('#theme', HTMLElement).ariaLabel = texts.theme;
  find('#theme', HTMLElement).title = texts.theme;
  find('nav', HTMLElement).ariaLabel = texts.sections.label;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const section = link.dataset['section'] as SectionName | 'training';
    link.textContent = section === 'training' ? texts.sections.training : texts.sections.names[section];
    if (section === 'training') link.href = location.href;
    else link.href = `./?${new URLSearchParams({ ...SECTIONS[section](languageNow()), ...appearance() }).toString()}`;
  }
}

function openAddress(): void {
  const parameters = new URLSearchParams(location.search);
  training.lang = LANGUAGES.find((language) => language === parameters.get('lang')) ?? 'auto';
  training.theme = THEMES.find((theme) => theme === parameters.get('theme')) ?? 'auto';
  training.settings = fromParameters(parameters);
  render();
}

function showAddress(): void {
  const query = new URLSearchParams([...toParameters(training.settings), ...Object.entries(appearance())]).toString();
  history.replaceState(null, '', location.pathname + (query === '' ? '' : `?${query}`));
  render();
}

openAddress();
prefersDark.addEventListener('change', render);
training.addEventListener(SETTINGS_CHANGE, showAddress);
window.addEventListener('popstate', openAddress);
find('#language', HTMLElement).addEventListener('click', () => {
  training.lang = languageNow() === 'en' ? 'zh' : 'en';
  showAddress();
});
find('#theme', HTMLElement).addEventListener('click', () => {
  training.theme = themeNow() === 'dark' ? 'light' : 'dark';
  showAddress();
});
