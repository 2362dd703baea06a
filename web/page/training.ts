// The training page: a section of the site in a file of its own, since the other sections do not need it.
import { AttentionTraining, SETTINGS_CHANGE } from '../training/element/attention-training.js';
import { addressOfSection, type SectionName } from './sections.js';
import { find, prefersDark, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { fromParameters, toParameters } from '../training/settings.js';
import { LANGUAGES, languageOf, messagesIn } from '../messages/index.js';

const training = find('attention-training', AttentionTraining);
const THEMES = ['light', 'dark'] as const;

/** Language and theme as URL parameters, without those left at 'auto'. */
function appearance(): Record<string, string> {
  const { lang, theme } = training;
  return { ...(lang === 'auto' ? {} : { lang }), ...(theme === 'auto' ? {} : { theme }) };
}

function render(): void {
  const texts = messagesIn[languageOf(training.lang)];
  renderFrame(texts, themeOf(training));
  document.title = `${texts.sections.training} · ${texts.title}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const section = link.dataset['section'] as SectionName | 'training';
    link.textContent = section === 'training' ? texts.sections.training : texts.sections.names[section];
    link.href =
      section === 'training' ? location.href : `./${addressOfSection(section, languageOf(training.lang), training)}`;
  }
  scrollToOpenSection();
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
  training.lang = languageOf(training.lang) === 'en' ? 'zh' : 'en';
  showAddress();
});
find('#theme', HTMLElement).addEventListener('click', () => {
  training.theme = themeOf(training) === 'dark' ? 'light' : 'dark';
  showAddress();
});
