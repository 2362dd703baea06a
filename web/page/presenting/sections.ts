// Presentations of the sections that contain more than the <attention-spotlight> element: the course, “Look inside” and
// the training page.
import { accompany } from './element-presentation.js';
import { loadPresentingTexts } from './texts.js';
import { languageOf, type Language } from '../../locales/index.js';
import { pointOfStep } from '../../course/facts.js';
import { presentPage, type Presented } from './page-presentation.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { SectionName } from '../sections/sections.js';
import type { AttentionCourse } from '../../course/attention-course.js';
import type { AttentionTraining } from '../../training/element/attention-training.js';
import type { LookInside } from '../../inside/element/look-inside.js';
import type { Notes } from './notes-window.js';
import type { PresentingTexts } from '../../locales/en/pages/presenting.js';

const nothing = (): void => undefined;

function notesOf(course: AttentionCourse): Notes {
  const { step } = course;
  if (!step) return { title: '', text: [] };
  const { title, texts, next } = step;
  return {
    title,
    text: texts.text,
    ...(texts.predict && { ask: texts.predict }),
    task: texts.task,
    point: pointOfStep(texts, languageOf(course.spotlight.lang)),
    ...(next !== null && { next }),
  };
}

export function presentCourse(course: AttentionCourse, language: () => Language): void {
  const changes = new EventTarget();
  const changed = () => void course.updateComplete.then(() => changes.dispatchEvent(new Event('change')));
  course.spotlight.addEventListener('statechange', changed);
  course.presented = true;
  presentPage({
    forward: () => {
      if (!course.reveal()) course.move(1);
    },
    back: () => course.move(-1),
    notes: () => notesOf(course),
    votes: {
      answers: () => course.step?.texts.predict?.answers.length ?? 0,
      cast: (answer) => course.cast(answer),
      clear: () => course.clearVotes(),
    },
    ended: () => {
      course.spotlight.removeEventListener('statechange', changed);
      course.presented = false;
    },
    changes,
    language,
  });
  changed(); // the course may not have drawn its first step yet
}

/** Speaker notes for a section that has a single text for its whole presentation. */
function sectionNotes(name: keyof PresentingTexts['notes']['sections'], language: () => Language) {
  const changes = new EventTarget();
  let texts: PresentingTexts | null = null;
  void loadPresentingTexts(language()).then((loaded) => {
    texts = loaded;
    changes.dispatchEvent(new Event('change'));
  });
  const notes = (): Notes => ({ title: texts?.notes.title ?? '', text: texts ? [texts.notes.sections[name]] : [] });
  return { changes, notes, language, ended: nothing } satisfies Partial<Presented>;
}

/** Opens the previous or the next view of “Look inside”. @param step −1 for the previous view, 1 for the next */
function showView({ inspection }: LookInside, step: number): void {
  const { views, state } = inspection;
  const view = views[views.indexOf(state.view) + step];
  if (view) inspection.set({ view });
}

export const presentInside = (inside: LookInside, language: () => Language): void =>
  presentPage({
    ...sectionNotes('inside', language),
    forward: () => showView(inside, 1),
    back: () => showView(inside, -1),
  });

export const presentTraining = (training: AttentionTraining, language: () => Language): void =>
  presentPage({
    ...sectionNotes('training', language),
    forward: () => (training.run?.status === 'playing' ? training.pause() : training.play()),
    back: () => training.restart(),
  });

/** Provides speaker aids while the <attention-spotlight> element presents itself. */
export function accompanyElement(spotlight: AttentionSpotlight, section: SectionName, language: () => Language): void {
  const { notes, changes } = sectionNotes(section, language);
  const aids = accompany(spotlight, { notes, language, namesKeys: true });
  changes.addEventListener('change', aids.showNotes);
}
