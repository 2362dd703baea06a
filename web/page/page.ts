// Entry point of index.html: the page around the <attention-spotlight> element. It creates the sections, and renders
// them when the attention element's state changes.
import { AttentionSpotlight } from '../element/index.js';
import { CourseSection } from './sections/course-section.js';
import { find, nameButton, prefersDark, presentByKey, renderFrame, scrollToOpenSection, themeOf } from './frame.js';
import { Glosses } from './glosses.js';
import { InsideSection } from './sections/inside-section.js';
import { LabSection } from './sections/lab-section.js';
import { languageOf, type Language } from '../locales/index.js';
import { LanguageTexts } from '../ui/language-texts.js';
import { loadPageTexts, type PageTexts } from './texts.js';
import { Navigation } from './navigation.js';
import { OpeningSection } from './sections/opening-section.js';
import { servesElement } from '../element/export/package-address.js';
import type { PageSection } from './sections/sections.js';

const spotlight = find('attention-spotlight', AttentionSpotlight);
const languageNow = (): Language => languageOf(spotlight.lang);
const loadedTexts = new LanguageTexts(loadPageTexts, languageNow);

const opening = new OpeningSection(spotlight);
const course = new CourseSection(spotlight);
const lab = new LabSection(spotlight);
const inside = new InsideSection(() => spotlight.state);
const glosses = new Glosses(spotlight);
const navigation = new Navigation({ spotlight, course, inside }, () => void renderPage());

/**
 * Link to the training page in the navigation bar; null in the single-file page, which has no other pages beside it.
 */
const trainingLink = document.querySelector<HTMLAnchorElement>('nav a');
if (trainingLink) servesElement();

const sectionOfButton = ({ dataset }: HTMLElement) => dataset['section'] as PageSection;

let renderedKey = '';

/** Renders everything outside the <attention-spotlight> element and the course, if anything has changed. */
async function renderPage(): Promise<void> {
  await loadedTexts.load();
  const texts = loadedTexts.current;
  const [language, theme, { section }] = [languageNow(), themeOf(spotlight.state), navigation];
  const key = JSON.stringify([language, theme, section, opening.sentence, opening.query]);
  if (key === renderedKey) return;
  renderedKey = key;
  renderFrame(texts, { language, theme }, chooseLanguage);
  document.documentElement.dataset['section'] = section;
  document.title = texts.title;
  nameButton('#share', texts.share.open);
  renderNavigation(texts, section);
  opening.render(texts, section);
  course.render(trainingLink?.href ?? null);
  lab.render(texts, section);
  inside.render();
}

function renderNavigation({ sections }: PageTexts, open: PageSection): void {
  for (const button of document.querySelectorAll<HTMLElement>('nav button')) {
    const section = sectionOfButton(button);
    button.textContent = sections.names[section];
    button.ariaCurrent = section === open ? 'page' : null;
  }
  if (trainingLink) {
    trainingLink.textContent = sections.training;
    trainingLink.href = `training.html?lang=${spotlight.lang}&theme=${spotlight.theme}`;
  }
  scrollToOpenSection();
}

function chooseLanguage(language: Language): void {
  if (spotlight.chapter === '') opening.translate(language); // a chapter of the course translates its own sentence
  spotlight.lang = language;
}

const isPresented = (): boolean => spotlight.hasAttribute('data-presenting');

/** Provides speaker aids when a presentation of the <attention-spotlight> element has started, by whatever means. */
async function accompanyPresentation(): Promise<void> {
  if (!isPresented()) return;
  const { accompanyElement } = await import('./presenting/sections.js');
  const { section } = navigation;
  if (isPresented() && section !== 'inside') accompanyElement(spotlight, section, languageNow);
}

/**
 * Presents the open section in full screen. The <attention-spotlight> element presents itself; this page presents the
 * other sections.
 */
async function present(): Promise<void> {
  const { section } = navigation;
  if (section === 'inside') return inside.present(languageNow);
  if (section === 'learn') return course.present(languageNow);
  if (isPresented()) return;
  const texts = loadedTexts.current;
  if (section === 'sentence' && opening.isAsked(texts)) {
    const { askFirst } = await import('./presenting/opening-vote.js');
    await askFirst({ question: texts.opening.question, spotlight, language: languageNow() });
  }
  return spotlight.present();
}

/** Fills the share menu with content when it opens. */
async function fillShareMenu({ newState, currentTarget }: ToggleEvent): Promise<void> {
  if (newState !== 'open') return;
  const { fillShare } = await import('./share.js');
  fillShare(currentTarget as HTMLElement, inside.isOpen ? null : spotlight, loadedTexts.current);
}

await navigation.openAddress();
void renderPage();
prefersDark.addEventListener('change', () => void renderPage());
spotlight.addEventListener('ready', () => void glosses.render(() => navigation.section));
spotlight.addEventListener('statechange', () => {
  navigation.follow();
  void renderPage();
  void glosses.render(() => navigation.section);
});
// The browser fires popstate on Back and Forward and when the user edits the URL's fragment, but not when the page
// itself changes the URL.
window.addEventListener('popstate', () => void navigation.openAddress().then(renderPage));
for (const button of document.querySelectorAll<HTMLElement>('button[data-section]')) {
  button.addEventListener('click', () => void navigation.open(sectionOfButton(button)));
}
new MutationObserver(() => void accompanyPresentation()).observe(spotlight, { attributeFilter: ['data-presenting'] });
presentByKey(present);
find('#present', HTMLElement).addEventListener('click', () => void present());
find('#share-menu', HTMLElement).addEventListener('beforetoggle', (event) => void fillShareMenu(event));
find('#theme', HTMLElement).addEventListener('click', () => {
  spotlight.theme = themeOf(spotlight.state) === 'dark' ? 'light' : 'dark';
});
