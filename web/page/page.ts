// The page around the element: its language, its theme, and the state in the address.
import { AttentionCourse } from '../course/attention-course.js';
import { AttentionSpotlight } from '../element/index.js';
import { readPlace } from '../course/chapters.js';
import { fromQuery, toQuery, type State } from '../element/properties.js';
import { messagesIn, preferredLanguage, type Language } from '../messages/index.js';

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

const spotlight = find('attention-spotlight');
if (!(spotlight instanceof AttentionSpotlight)) throw new Error('the page has no element to show');
const darkness = matchMedia('(prefers-color-scheme: dark)');

const languageOf = ({ lang }: State): Language => (lang === 'auto' ? preferredLanguage(navigator.languages) : lang);
const themeOf = ({ theme }: State): 'light' | 'dark' => {
  if (theme !== 'auto') return theme;
  return darkness.matches ? 'dark' : 'light';
};

function dress(state: State): void {
  const texts = messagesIn[languageOf(state)];
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = themeOf(state);
  document.title = texts.title;
  find('h1').textContent = texts.title;
  find('#tagline').textContent = texts.tagline;
  find('#offline').textContent = texts.offline;
  const language = find('#language');
  language.textContent = texts.language;
  language.ariaLabel = texts.languageLabel;
  find('#theme').ariaLabel = texts.theme;
  find('#theme').title = texts.theme;
}

// A browser refuses more than some hundred changes of the address a minute: the last of a quick series is enough.
const ADDRESS_DELAY = 400;
let pending = 0;

function rememberInAddress(state: State): void {
  clearTimeout(pending);
  pending = window.setTimeout(() => {
    const query = toQuery(state);
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
  }, ADDRESS_DELAY);
}

const asked = fromQuery(location.search);
spotlight.state = asked;
const course = find('attention-course');
if (!(course instanceof AttentionCourse)) throw new Error('the page has no course');
course.spotlight = spotlight;
// A chapter alone is opened as it begins; with more of the state, as it was left.
const place = asked.stage === undefined && asked.chapter ? readPlace(asked.chapter) : null;
if (place) course.goTo(place);
dress(spotlight.state);
darkness.addEventListener('change', () => dress(spotlight.state));
spotlight.addEventListener('statechange', () => {
  dress(spotlight.state);
  rememberInAddress(spotlight.state);
});
find('#language').addEventListener('click', () => {
  spotlight.lang = languageOf(spotlight.state) === 'en' ? 'zh' : 'en';
});
find('#theme').addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
