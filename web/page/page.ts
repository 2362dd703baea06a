// The page around the element: its language, its theme, and the state in the address.
import { AttentionCourse } from '../course/attention-course.js';
import { AttentionSpotlight } from '../element/index.js';
import { readPlace } from '../course/chapters.js';
import { fromQuery, PROPERTIES, toQuery, type State } from '../element/properties.js';
import { messagesIn, preferredLanguage, type Language } from '../messages/index.js';

const find = <Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

const spotlight = find('attention-spotlight', AttentionSpotlight);
const course = find('attention-course', AttentionCourse);
const darkness = matchMedia('(prefers-color-scheme: dark)');

const languageOf = ({ lang }: State): Language => (lang === 'auto' ? preferredLanguage(navigator.languages) : lang);
const themeOf = ({ theme }: State): 'light' | 'dark' => {
  if (theme !== 'auto') return theme;
  return darkness.matches ? 'dark' : 'light';
};

/** What the page opens with. */
const FIRST_SENTENCES: Record<Language, string> = { en: PROPERTIES.text.default, zh: '猫坐在垫子上，因为它累了' };

function dress(state: State): void {
  const texts = messagesIn[languageOf(state)];
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = themeOf(state);
  document.title = texts.title;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#course', HTMLElement).textContent = course.invitation;
  find('#course', HTMLElement).ariaExpanded = String(course.place !== null);
  const language = find('#language', HTMLElement);
  language.textContent = texts.language;
  language.ariaLabel = texts.languageLabel;
  find('#theme', HTMLElement).ariaLabel = texts.theme;
  find('#theme', HTMLElement).title = texts.theme;
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
// Who comes without an address of some state finds a sentence of their language.
if (location.search === '') spotlight.text = FIRST_SENTENCES[languageOf(spotlight.state)];
course.spotlight = spotlight;
find('#course', HTMLElement).addEventListener('click', () => (course.place ? course.close() : course.begin()));
// A chapter alone is opened as it begins; with more of the state, as it was left.
const place = asked.stage === undefined && asked.chapter ? readPlace(asked.chapter) : null;
if (place) course.goTo(place);
dress(spotlight.state);
darkness.addEventListener('change', () => dress(spotlight.state));
spotlight.addEventListener('statechange', () => {
  dress(spotlight.state);
  rememberInAddress(spotlight.state);
});
find('#language', HTMLElement).addEventListener('click', () => {
  const [from, to]: [Language, Language] = languageOf(spotlight.state) === 'en' ? ['en', 'zh'] : ['zh', 'en'];
  // The sentence that the page opened with changes its language too; one's own stays.
  if (spotlight.text === FIRST_SENTENCES[from]) spotlight.text = FIRST_SENTENCES[to];
  spotlight.lang = to;
});
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
