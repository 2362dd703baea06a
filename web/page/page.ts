// The page around the element: its sections, language and theme, and the state in the URL.
import { addressOf, openingState, sectionOf, stateOfSection, type PageSection } from './sections.js';
import { AttentionSpotlight } from '../element/index.js';
import { InsideSection } from './inside-section.js';
import { find, nameButton, prefersDark, presentByKey, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { minutesOf, readPlace, SHORT_WAY } from '../course/place.js';
import { isBare, readAddress, writeAddress } from '../element/state/address.js';
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

const inside = new InsideSection(() => spotlight.state);
const sectionNow = (): PageSection => (inside.isOpen ? 'inside' : sectionOf(spotlight.state));

/** Links to the training page; the single-file page has none. */
const trainingLinks = () => document.querySelectorAll<HTMLAnchorElement>('nav a');

if (trainingLinks().length > 0) servesElement();

/** Null until opened: the page does not load it at the start. */
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
  course.catch(() => (course = null)); // the next attempt loads it again
  return course;
}

/** Null until the lab is opened. */
let ownModel: Promise<OwnModel> | null = null;

async function loadOwnModel(texts: PageTexts): Promise<OwnModel> {
  const { OwnModel } = await import('./own-model.js');
  const loaded = new OwnModel();
  Object.assign(loaded, { spotlight, texts });
  find('main', HTMLElement).append(loaded);
  return loaded;
}

/** Loads the panel for the user's own model in the lab; opening another section closes the model. */
function renderOwnModel(texts: PageTexts, section: PageSection): void {
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
const sectionOfButton = ({ dataset }: HTMLElement) => dataset['section'] as PageSection;

/** Index of an opening sentence; −1: the user's own text. */
const indexOfFirst = (text: string, language: Language): number => openingSentences(language).indexOf(text);

/** Shows glosses of a sentence in another language than the interface's, below the element. */
async function renderGlosses(): Promise<void> {
  await spotlight.updateComplete;
  const [section, language] = [sectionNow(), languageNow()];
  const tokens = section === 'learn' || section === 'inside' ? [] : (spotlight.run?.tokens ?? []);
  const isForeign = tokens.some(({ text }) => /\p{Script=Han}/u.test(text) === (language !== 'zh'));
  if (!isForeign && !document.querySelector('main > gloss-strip')) return;
  const { showGlosses } = await import('./glosses.js');
  showGlosses(isForeign ? tokens.map(({ text }) => text) : [], language);
}

let renderedKey = '';

/** Renders everything outside the element and the course, if anything has changed. */
async function renderPage(): Promise<void> {
  await loadedTexts.load();
  const texts = loadedTexts.current;
  const { state } = spotlight;
  const language = languageNow();
  const section = sectionNow();
  const first = indexOfFirst(state.text, language);
  const query = queryNow();
  const key = JSON.stringify([language, themeOf(state), section, first, query]);
  if (key === renderedKey) return;
  renderedKey = key;
  renderFrame(texts, { language, theme: themeOf(state) }, chooseLanguage);
  document.documentElement.dataset['section'] = section;
  document.title = texts.title;
  nameButton('#share', texts.share.open);
  renderSections(texts, section);
  for (const link of trainingLinks()) {
    link.textContent = texts.sections.training;
    link.href = `training.html?lang=${state.lang}&theme=${state.theme}`;
    void course?.then((loaded) => (loaded.training = link.href));
  }
  scrollToOpenSection();
  renderOpening(texts, section, first, query);
  renderOwnModel(texts, section);
  inside.render();
}

function renderSections(texts: PageTexts, open: PageSection): void {
  for (const button of findAll('nav button')) {
    const section = sectionOfButton(button);
    button.textContent = texts.sections.names[section];
    button.ariaCurrent = section === open ? 'page' : null;
  }
  for (const button of findAll('#ways button')) {
    const { ways } = texts.opening;
    button.textContent = ways[sectionOfButton(button) as keyof typeof ways];
  }
  find('#ways span', HTMLElement).textContent = texts.opening.time(SHORT_WAY.length, minutesOf(SHORT_WAY.length));
}

/** Text of the selected token; null: none is selected. */
const queryNow = (): string | null => spotlight.run?.tokens[spotlight.query]?.text ?? null;

/** True if the question of the opening section is about what is shown; see renderOpening. */
const isAbout = ({ asked }: PageTexts['opening'], first: number, query: string | null): boolean =>
  first >= 0 && (query === null || query === asked);

/**
 * Renders the opening section.
 * @param first index of the opening sentence; −1: the user's own text
 * @param query selected token; null: none is selected, and the token of the question is shown
 */
function renderOpening({ opening }: PageTexts, section: PageSection, first: number, query: string | null): void {
  const question = isAbout(opening, first, query) ? opening.question : opening.anyQuestion;
  find('#question', HTMLElement).textContent = section === 'story' ? opening.story : question;
  find('#change span', HTMLElement).textContent = opening.change;
  find('#before', HTMLElement).textContent = opening.before;
  find('#change', HTMLElement).style.visibility = first < 0 ? 'hidden' : ''; // the user's own sentence cannot be swapped
  find('#words', HTMLElement).ariaLabel = `${opening.change} ${opening.before}`;
  wordButtons.forEach((button, index) => {
    button.textContent = opening.words[index]!;
    button.ariaPressed = String(index === first);
  });
}

/** Number of navigation requests. The course loads asynchronously and must not replace a later choice. */
let requests = 0;

async function openSection(section: PageSection): Promise<void> {
  const request = ++requests;
  spotlight.pause();
  if (section === 'inside') return openInside();
  const opened = section === 'learn' ? await openCourse() : null;
  if (request !== requests) return;
  const ofOwnModel = spotlight.pretrained ? modelChange(spotlight.model) : {}; // resets heads, which belong to that model
  spotlight.state = { ...ofOwnModel, ...stateOfSection(section, spotlight.state, languageNow()) };
  opened?.begin();
  if (section === 'computed') spotlight.play();
  if (inside.isOpen) leaveInside();
}

async function openInside(): Promise<void> {
  const isNew = !inside.isOpen;
  clearTimeout(addressTimer);
  addressTimer = 0; // the element's state is not the URL's any more
  const opened = inside.open();
  addressedPlace = 'inside';
  void renderPage();
  await opened;
  await inside.writeAddress(isNew);
}

/** Shows the element again, also where its state has not changed. */
function leaveInside(): void {
  inside.hide();
  void renderPage();
  showAddress(spotlight.state);
}

// Milliseconds between changes of the URL, which browsers limit; only the last state of a quick series is written.
const ADDRESS_DELAY = 400;
let addressTimer = 0;
/** Section or course step in the URL. */
let addressedPlace = '';
/** True if the current place differs from that; it gets its own entry in the browser's history. */
let isNewPlace = false;

const placeOf = (state: State): string => `${sectionOf(state)} ${state.chapter}`;

/** Writes the state to the URL: at once for another section or step, so that Back leads to the previous one. */
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

/** Shows the state in the URL. */
async function openAddress(): Promise<void> {
  const request = ++requests;
  if (InsideSection.isIn(location)) {
    addressedPlace = 'inside';
    void inside.open(location.search);
  } else inside.hide();
  const given = readAddress(location);
  const requested = (given instanceof Promise ? await given : given) ?? {};
  if (request !== requests) return;
  const { lang, theme } = requested;
  // The other parameters in the URL of “Look inside” are not the element's.
  const set = inside.isOpen ? { ...(lang && { lang }), ...(theme && { theme }) } : requested;
  const opening = isBare(set) ? openingState(languageOf(lang ?? 'auto')) : {};
  spotlight.pause();
  spotlight.state = { ...initialState(lang), ...opening, ...set };
  if (!inside.isOpen) addressedPlace = placeOf(spotlight.state); // the URL has it already
  if (set.chapter) void openChapter(set.chapter, set.stage === undefined, request);
}

/**
 * Shows a chapter once the course has loaded, unless the user has moved on.
 * @param isFresh open the chapter's initial state: the URL names the chapter only
 * @param request number of the navigation request
 */
async function openChapter(chapter: string, isFresh: boolean, request: number): Promise<void> {
  const opened = await openCourse();
  if (request !== requests || spotlight.chapter !== chapter) return;
  if (isFresh) opened.goTo(readPlace(chapter) ?? SHORT_WAY[0]!);
  addressedPlace = placeOf(spotlight.state); // a removed chapter may have been replaced by another one
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
spotlight.addEventListener('ready', () => void renderGlosses());
spotlight.addEventListener('statechange', () => {
  if (readPlace(spotlight.chapter)) void openCourse();
  void renderPage();
  void renderGlosses();
  if (inside.isOpen) void inside.writeAddress(false);
  else showAddress(spotlight.state);
});
// Back, Forward, or an edited URL fragment; the page's own changes of the URL do not fire these events.
window.addEventListener('popstate', () => void openAddress().then(renderPage));
for (const button of sectionButtons) button.addEventListener('click', () => void openSection(sectionOfButton(button)));
wordButtons.forEach((button, index) =>
  button.addEventListener('click', () => {
    // Selects the pronoun again, in the pronoun head.
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
/** Presents what is shown on the whole screen: the element by itself, other sections by the page. */
async function present(): Promise<void> {
  const section = sectionNow();
  if (section === 'inside') return inside.present(languageNow);
  if (section === 'learn') {
    const [opened, { presentCourse }] = await Promise.all([openCourse(), import('./presenting/sections.js')]);
    presentCourse(opened, languageNow);
    return;
  }
  const { opening } = loadedTexts.current;
  const { question } = opening;
  if (section === 'sentence' && isAbout(opening, indexOfFirst(spotlight.text, languageNow()), queryNow())) {
    const { askFirst } = await import('./presenting/opening-vote.js');
    await askFirst({ question, spotlight, language: languageNow() });
  }
  return spotlight.present();
}

presentByKey(present);
find('#present', HTMLElement).addEventListener('click', () => void present());
find('#share-menu', HTMLElement).addEventListener('beforetoggle', ({ newState }) => {
  if (newState !== 'open') return;
  void import('./share.js').then(({ fillShare }) =>
    fillShare(find('#share-menu', HTMLElement), spotlight, loadedTexts.current),
  );
});
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
