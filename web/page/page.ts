// The page around the element: its sections, its language, its theme, and the state in the address.
import { addressOf, isOnlyAppearance, openingState, sectionOf, stateOfSection, type SectionName } from './sections.js';
import { AttentionSpotlight } from '../element/index.js';
import { find, prefersDark, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { PLACES, readPlace } from '../course/place.js';
import { readAddress, writeAddress } from '../element/state/address.js';
import { servesElement } from '../element/export/package-address.js';
import { modelChange } from '../element/state/changes.js';
import { initialState, type State } from '../element/state/properties.js';
import { providePart } from '../element/render/lazy-parts.js';
import { LANGUAGES, languageOf, loadMessages } from '../messages/languages.js';
import { messagesIn, type Language, type PageMessages } from '../messages/index.js';
import type { AttentionCourse } from '../course/attention-course.js';
import type { OwnModel } from './own-model.js';

const findAll = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

// The page speaks both languages, and the element appears together with it.
for (const language of LANGUAGES) providePart(loadMessages[language], messagesIn[language]);

const spotlight = find('attention-spotlight', AttentionSpotlight);

/** The page on which a model is trained; the page in one file has no other beside it. */
const trainingLinks = () => document.querySelectorAll<HTMLAnchorElement>('nav a, #ways a');

if (trainingLinks().length > 0) servesElement();

/** Null until somebody opens it: the page begins without it. */
let course: Promise<AttentionCourse> | null = null;

async function loadCourse(): Promise<AttentionCourse> {
  const { AttentionCourse } = await import('../course/attention-course.js');
  const loaded = new AttentionCourse();
  loaded.spotlight = spotlight;
  loaded.training = trainingLinks()[0]?.href ?? null;
  find('main', HTMLElement).prepend(loaded);
  return loaded;
}

function openCourse(): Promise<AttentionCourse> {
  course ??= loadCourse();
  course.catch(() => (course = null)); // the next try loads it again
  return course;
}

/** Null until somebody opens the lab. */
let ownModel: Promise<OwnModel> | null = null;

async function loadOwnModel(language: Language): Promise<OwnModel> {
  const { OwnModel } = await import('./own-model.js');
  const loaded = new OwnModel();
  Object.assign(loaded, { spotlight, language });
  find('main', HTMLElement).append(loaded);
  return loaded;
}

/** A model of the user's own is opened in the lab, and is closed when another section is opened. */
function renderOwnModel(language: Language, section: SectionName): void {
  if (section === 'lab') ownModel ??= loadOwnModel(language);
  ownModel
    ?.then((loaded) => {
      loaded.language = language;
      if (section !== 'lab') loaded.close();
    })
    .catch(() => (ownModel = null)); // the next visit of the lab loads it again
}

const sectionButtons = findAll('button[data-section]');
const wordButtons = findAll('#words button');
const sectionOfButton = ({ dataset }: HTMLElement) => dataset['section'] as SectionName;

/** Which of the first sentences a text is; −1: the user's own. */
const indexOfFirst = (text: string, language: Language): number => messagesIn[language].opening.sentences.indexOf(text);

let renderedKey = '';

/** Renders everything outside the element and the course, unless nothing of it has changed. */
function renderPage(state: State): void {
  const language = languageOf(state.lang);
  const section = sectionOf(state);
  const first = indexOfFirst(state.text, language);
  const query = spotlight.run?.tokens[state.query]?.text ?? null;
  const key = JSON.stringify([language, themeOf(state), section, first, query]);
  if (key === renderedKey) return;
  renderedKey = key;
  const texts = messagesIn[language];
  renderFrame(texts, themeOf(state));
  document.documentElement.dataset['section'] = section;
  document.title = texts.title;
  renderSections(texts, section);
  for (const link of trainingLinks()) {
    link.textContent = link.closest('nav') ? texts.sections.training : texts.opening.ways.training;
    link.href = `training.html?lang=${state.lang}&theme=${state.theme}`;
    void course?.then((loaded) => (loaded.training = link.href));
  }
  scrollToOpenSection();
  renderOpening(texts, section, first, query);
  renderOwnModel(language, section);
}

function renderSections(texts: PageMessages, open: SectionName): void {
  for (const button of findAll('nav button')) {
    const section = sectionOfButton(button);
    button.textContent = texts.sections.names[section];
    button.ariaCurrent = section === open ? 'page' : null;
  }
  for (const button of findAll('#ways button')) {
    const { ways } = texts.opening;
    button.textContent = ways[sectionOfButton(button) as keyof typeof ways];
  }
}

/**
 * @param first which of the first sentences is shown; −1: neither
 * @param query the token that the user has selected; null: none, and the one that the question is about is shown
 */
function renderOpening({ opening }: PageMessages, section: SectionName, first: number, query: string | null): void {
  const isAbout = first >= 0 && (query === null || query === opening.asked);
  const question = isAbout ? opening.question : opening.anyQuestion;
  find('#question', HTMLElement).textContent = section === 'story' ? opening.story : question;
  find('#change span', HTMLElement).textContent = opening.change;
  find('#before', HTMLElement).textContent = opening.before;
  find('#change', HTMLElement).style.visibility = first < 0 ? 'hidden' : ''; // a sentence of one's own stays
  find('#words', HTMLElement).ariaLabel = `${opening.change} ${opening.before}`;
  wordButtons.forEach((button, index) => {
    button.textContent = opening.words[index]!;
    button.ariaPressed = String(index === first);
  });
}

/** Counts what was asked for: the course, which takes a moment to load, does not replace what was chosen meanwhile. */
let requests = 0;

async function openSection(section: SectionName): Promise<void> {
  const request = ++requests;
  spotlight.pause();
  const opened = section === 'learn' ? await openCourse() : null;
  if (request !== requests) return;
  const ofOwnModel = spotlight.pretrained ? modelChange(spotlight.model) : {}; // its heads are no other's
  spotlight.state = { ...ofOwnModel, ...stateOfSection(section, spotlight.state, languageOf(spotlight.lang)) };
  opened?.begin();
  if (section === 'computed') spotlight.play();
}

// Browsers limit how often a page may change its address: the last state of a quick series is enough.
const ADDRESS_DELAY = 400;
let addressTimer = 0;
/** The section, or the step of the course, that the address shows. */
let addressedPlace = '';
/** Whether another place than that is shown, which gets an entry of its own in the browser's history. */
let isNewPlace = false;

const placeOf = (state: State): string => `${sectionOf(state)} ${state.chapter}`;

/** Another section or step gets an address of its own at once, so that Back leads to the one before. */
function showAddress(state: State): void {
  clearTimeout(addressTimer);
  isNewPlace ||= placeOf(state) !== addressedPlace;
  addressedPlace = placeOf(state);
  const write = async () => {
    const address = addressOf(state, languageOf('auto'), await writeAddress(state));
    if (timer !== addressTimer) return;
    if (isNewPlace) history.pushState(null, '', location.pathname + address);
    else history.replaceState(null, '', location.pathname + address);
    isNewPlace = false;
  };
  const timer = window.setTimeout(() => void write(), isNewPlace ? 0 : ADDRESS_DELAY);
  addressTimer = timer;
}

/** Shows what the address says. */
async function openAddress(): Promise<void> {
  const request = ++requests;
  const given = readAddress(location);
  const requested = (given instanceof Promise ? await given : given) ?? {};
  if (request !== requests) return;
  const { lang } = requested;
  const opening = isOnlyAppearance(requested) ? openingState(languageOf(lang ?? 'auto')) : {};
  spotlight.pause();
  spotlight.state = { ...initialState(lang), ...opening, ...requested };
  addressedPlace = placeOf(spotlight.state); // the address has it already
  if (requested.chapter) void openChapter(requested.chapter, requested.stage === undefined, request);
}

/**
 * Shows a chapter of the course as soon as that has loaded, unless the user has gone elsewhere meanwhile.
 * @param isFresh whether it opens as it begins: its address has only the chapter, not the whole state as it was left
 * @param request the one that asked for it
 */
async function openChapter(chapter: string, isFresh: boolean, request: number): Promise<void> {
  const opened = await openCourse();
  if (request !== requests || spotlight.chapter !== chapter) return;
  if (isFresh) opened.goTo(readPlace(chapter) ?? PLACES[0]!);
  addressedPlace = placeOf(spotlight.state); // a chapter that is no more has become another one
}

await openAddress();
renderPage(spotlight.state);
prefersDark.addEventListener('change', () => renderPage(spotlight.state));
spotlight.addEventListener('statechange', () => {
  if (readPlace(spotlight.chapter)) void openCourse();
  renderPage(spotlight.state);
  showAddress(spotlight.state);
});
// Back and Forward, or another state behind the #; the page's own changes of the address are no such events.
window.addEventListener('popstate', () => void openAddress());
for (const button of sectionButtons) button.addEventListener('click', () => void openSection(sectionOfButton(button)));
wordButtons.forEach((button, index) =>
  button.addEventListener('click', () => {
    // The pronoun is the query again, through the pronoun head.
    const { head, query, attention } = initialState();
    spotlight.state = {
      text: messagesIn[languageOf(spotlight.lang)].opening.sentences[index]!,
      head,
      query,
      attention,
      cell: null,
    };
  }),
);
find('#language', HTMLElement).addEventListener('click', () => {
  const [from, to]: [Language, Language] = languageOf(spotlight.lang) === 'en' ? ['en', 'zh'] : ['zh', 'en'];
  // The sentence that the page opened with is replaced too, as the course replaces its own; the user's stays.
  const first = spotlight.chapter === '' ? indexOfFirst(spotlight.text, from) : -1;
  if (first >= 0) spotlight.text = messagesIn[to].opening.sentences[first]!;
  spotlight.lang = to;
});
window.addEventListener('keydown', (event) => {
  const isTyping = event.composedPath()[0] instanceof HTMLInputElement;
  if (event.key === 'p' && !isTyping && !event.defaultPrevented && !event.ctrlKey && !event.metaKey)
    void spotlight.present();
});
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
