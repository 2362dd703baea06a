// The page around the element: its sections, its language, its theme, and the state in the address.
import { addressOf, isOnlyAppearance, openingState, sectionOf, stateOfSection, type SectionName } from './sections.js';
import { AttentionSpotlight } from '../element/index.js';
import { find, prefersDark, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { PLACES, readPlace } from '../course/place.js';
import { readAddress, writeAddress } from '../element/state/address.js';
import { servesElement } from '../element/export/package-address.js';
import { modelChange } from '../element/state/changes.js';
import { initialState, type State } from '../element/state/properties.js';
import { languageOf, type Language } from '../locales/index.js';
import { LanguageTexts } from '../ui/language-texts.js';
import { loadPageTexts, type PageTexts } from './texts.js';
import { openingSentences } from '../locales/opening.js';
import type { AttentionCourse } from '../course/attention-course.js';
import type { OwnModel } from './own-model.js';

const findAll = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

const spotlight = find('attention-spotlight', AttentionSpotlight);
const languageNow = (): Language => languageOf(spotlight.lang);
const loadedTexts = new LanguageTexts(loadPageTexts, languageNow);

/** The page on which a model is trained; the page in one file has no other beside it. */
const trainingLinks = () => document.querySelectorAll<HTMLAnchorElement>('nav a, #ways a');

if (trainingLinks().length > 0) servesElement();

/** Null until somebody opens it: the page begins without it. */
let course: Promise<AttentionCourse> | null = null;

async function loadCourse(): Promise<AttentionCourse> {
  const [{ AttentionCourse }] = await Promise.all([
    import('../course/attention-course.js'),
    import('../course/texts.js').then(({ loadCourseTexts }) => loadCourseTexts(languageNow())),
  ]);
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

async function loadOwnModel(texts: PageTexts): Promise<OwnModel> {
  const { OwnModel } = await import('./own-model.js');
  const loaded = new OwnModel();
  Object.assign(loaded, { spotlight, texts });
  find('main', HTMLElement).append(loaded);
  return loaded;
}

/** A model of the user's own is opened in the lab, and is closed when another section is opened. */
function renderOwnModel(texts: PageTexts, section: SectionName): void {
  if (section === 'lab') ownModel ??= loadOwnModel(texts);
  ownModel
    ?.then((loaded) => {
      loaded.texts = texts;
      if (section !== 'lab') loaded.close();
    })
    .catch(() => (ownModel = null)); // the next visit of the lab loads it again
}

const sectionButtons = findAll('button[data-section]');
const wordButtons = findAll('#words button');
const sectionOfButton = ({ dataset }: HTMLElement) => dataset['section'] as SectionName;

/** Which of the first sentences a text is; −1: the user's own. */
const indexOfFirst = (text: string, language: Language): number => openingSentences(language).indexOf(text);

let renderedKey = '';

/** Renders everything outside the element and the course, unless nothing of it has changed. */
async function renderPage(): Promise<void> {
  await loadedTexts.load();
  const texts = loadedTexts.current;
  const { state } = spotlight;
  const language = languageNow();
  const section = sectionOf(state);
  const first = indexOfFirst(state.text, language);
  const query = spotlight.run?.tokens[state.query]?.text ?? null;
  const key = JSON.stringify([language, themeOf(state), section, first, query]);
  if (key === renderedKey) return;
  renderedKey = key;
  renderFrame(texts, { language, theme: themeOf(state) }, chooseLanguage);
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
  renderOwnModel(texts, section);
}

function renderSections(texts: PageTexts, open: SectionName): void {
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
function renderOpening({ opening }: PageTexts, section: SectionName, first: number, query: string | null): void {
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
  spotlight.state = { ...ofOwnModel, ...stateOfSection(section, spotlight.state, languageNow()) };
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

function chooseLanguage(language: Language): void {
  // The sentence that the page opened with is replaced too, as the course replaces its own; the user's stays.
  const first = spotlight.chapter === '' ? indexOfFirst(spotlight.text, languageNow()) : -1;
  if (first >= 0) spotlight.text = openingSentences(language)[first]!;
  spotlight.lang = language;
}

await openAddress();
void renderPage();
prefersDark.addEventListener('change', () => void renderPage());
spotlight.addEventListener('statechange', () => {
  if (readPlace(spotlight.chapter)) void openCourse();
  void renderPage();
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
      text: openingSentences(languageNow())[index]!,
      head,
      query,
      attention,
      cell: null,
    };
  }),
);
window.addEventListener('keydown', (event) => {
  const isTyping = event.composedPath()[0] instanceof HTMLInputElement;
  if (event.key === 'p' && !isTyping && !event.defaultPrevented && !event.ctrlKey && !event.metaKey)
    void spotlight.present();
});
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
