// The page around the element: its language, its theme, and the state in the address.
import { AttentionCourse } from '../course/attention-course.js';
import { AttentionSpotlight } from '../element/index.js';
import { readPlace } from '../course/chapters.js';
import { readAddress, writeAddress } from '../element/state/address.js';
import { initialState, PROPERTIES, type State } from '../element/state/properties.js';
import { messagesIn, preferredLanguage, type Language } from '../messages/index.js';

const find = <Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};

const spotlight = find('attention-spotlight', AttentionSpotlight);
const course = find('attention-course', AttentionCourse);
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

const languageOf = ({ lang }: State): Language => (lang === 'auto' ? preferredLanguage(navigator.languages) : lang);
const themeOf = ({ theme }: State): 'light' | 'dark' => {
  if (theme !== 'auto') return theme;
  return prefersDark.matches ? 'dark' : 'light';
};

/** The sentence that the page opens with. */
const FIRST_SENTENCES: Record<Language, string> = { en: PROPERTIES.text.default, zh: '猫坐在垫子上，因为它累了' };

let renderedKey = '';

/** Renders everything outside the element and the course, unless nothing of it has changed. */
function renderPage(state: State): void {
  const key = JSON.stringify([languageOf(state), themeOf(state), course.place !== null, course.invitation]);
  if (key === renderedKey) return;
  renderedKey = key;
  const texts = messagesIn[languageOf(state)];
  document.documentElement.lang = texts.locale;
  document.documentElement.dataset['theme'] = themeOf(state);
  document.title = texts.title;
  find('h1', HTMLElement).textContent = texts.title;
  find('#tagline', HTMLElement).textContent = texts.tagline;
  find('#offline', HTMLElement).textContent = texts.offline;
  find('#third-party', HTMLElement).textContent = texts.licenses;
  find('#course', HTMLElement).textContent = course.invitation;
  find('#course', HTMLElement).ariaExpanded = String(course.place !== null);
  const language = find('#language', HTMLElement);
  language.textContent = texts.language;
  language.ariaLabel = texts.languageLabel;
  find('#theme', HTMLElement).ariaLabel = texts.theme;
  find('#theme', HTMLElement).title = texts.theme;
}

// Browsers limit how often a page may change its address: the last state of a quick series is enough.
const ADDRESS_DELAY = 400;
let addressTimer = 0;

function showAddress(state: State): void {
  clearTimeout(addressTimer);
  const timer = window.setTimeout(() => {
    void (async () => {
      const address = await writeAddress(state);
      if (timer === addressTimer) history.replaceState(null, '', location.pathname + address);
    })();
  }, ADDRESS_DELAY);
  addressTimer = timer;
}

course.spotlight = spotlight;
const given = readAddress(location);
const requested = given instanceof Promise ? await given : given;
spotlight.state = requested ?? {};
// An address without a state opens a sentence in the user's language.
if (!requested) spotlight.text = FIRST_SENTENCES[languageOf(spotlight.state)];
find('#course', HTMLElement).addEventListener('click', () => (course.place ? course.close() : course.begin()));
// An address with only a chapter opens it as it begins; one with the whole state opens it as it was left.
const place = requested?.chapter && requested.stage === undefined ? readPlace(requested.chapter) : null;
if (place) course.goTo(place);
renderPage(spotlight.state);
prefersDark.addEventListener('change', () => renderPage(spotlight.state));
spotlight.addEventListener('statechange', () => {
  renderPage(spotlight.state);
  showAddress(spotlight.state);
});
// Another state behind the # of the open page; the page's own changes are no such events.
window.addEventListener('hashchange', () => {
  void (async () => {
    const state = await readAddress({ search: '', hash: location.hash });
    if (state) spotlight.state = { ...initialState(), ...state };
  })();
});
find('#language', HTMLElement).addEventListener('click', () => {
  const [from, to]: [Language, Language] = languageOf(spotlight.state) === 'en' ? ['en', 'zh'] : ['zh', 'en'];
  // The sentence that the page opened with is replaced too; the user's own stays.
  if (spotlight.text === FIRST_SENTENCES[from]) spotlight.text = FIRST_SENTENCES[to];
  spotlight.lang = to;
});
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
