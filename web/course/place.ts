// Positions in the course: its chapters with their steps, and the short way, a selection of these steps.
import { CHAPTER_IDS, CHAPTERS, type ChapterId } from './chapters/index.js';
import { initialState, type State } from '../element/state/properties.js';
import { LOCALES, type Language } from '../locales/index.js';
import type { Step } from './step.js';

/** Position of a step in the course: its chapter, and its index in the chapter. */
export interface Place {
  chapter: ChapterId;
  step: number;
  /** Index of the step on the short way through the course; only set while the learner is on it. */
  short?: number;
}

/** Step that replaces each step of a removed chapter, by name, so that old links stay valid. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  further: 'learning.4',
  'further.1': 'learning.4',
  'further.2': 'cost.3',
  'further.3': 'cost.5',
  'further.4': 'cost.4',
  'further.5': 'block.2',
  'further.6': 'positions.1',
  'further.7': 'learning.3',
};

/** Finds a step by its name 'chapter.step', with steps numbered from 1; null if there is none of this name. */
function stepOfChapter(text: string): Place | null {
  const [name, number = '1', ...rest] = (SUCCESSORS[text] ?? text).split('.');
  const chapter = CHAPTER_IDS.find((id) => id === name);
  const step = Number(number) - 1;
  return chapter && rest.length === 0 && CHAPTERS[chapter][step] ? { chapter, step } : null;
}

const SHORT = 'short';

/**
 * The short way through the course: one idea per step, from "it" to a model that learns. Its steps are named 'short.1'
 * and so on.
 */
export const SHORT_WAY: readonly Place[] = [
  'it.1',
  'it.2',
  'weighted-average.1',
  'weighted-average.3',
  'scores.1',
  'scores.3',
  'softmax.1',
  'masks.1',
  'masks.2',
  'heads.2',
  'heads.3',
  'learning.2',
].map((text, short) => ({ ...stepOfChapter(text)!, short }));

/** Estimated time that a learner needs to read a step, make a prediction and do the task, in seconds. */
const SECONDS_OF_STEP = 50;

export const minutesOf = (steps: number): number => Math.max(1, Math.round((steps * SECONDS_OF_STEP) / 60));

/**
 * Finds a step by its name, 'chapter.step' or 'short.step' (on the short way), with steps numbered from 1; null if
 * there is none of this name.
 */
export function readPlace(text: string): Place | null {
  const [way, number = '1', ...rest] = text.split('.');
  return way === SHORT && rest.length === 0 ? (SHORT_WAY[Number(number) - 1] ?? null) : stepOfChapter(text);
}

/** Name of a step in its chapter, such as 'it.2', even if the learner is on the short way. */
export const nameOfStep = ({ chapter, step }: Place): string => `${chapter}.${step + 1}`;

export const writePlace = (place: Place): string =>
  place.short === undefined ? nameOfStep(place) : `${SHORT}.${place.short + 1}`;

export const stepAt = ({ chapter, step }: Place): Step => CHAPTERS[chapter][step]!;

export const placesOf = (chapter: ChapterId): readonly Place[] =>
  CHAPTERS[chapter].map((_, step) => ({ chapter, step }));

export const PLACES: readonly Place[] = CHAPTER_IDS.flatMap(placesOf);

/**
 * Position of the next step (by = 1) or the previous one (by = −1), in the chapters or on the short way; null if there
 * is none.
 */
export function placeAfter(place: Place, by: 1 | -1): Place | null {
  const way = place.short === undefined ? PLACES : SHORT_WAY;
  const index = way.findIndex((other) => writePlace(other) === writePlace(place));
  return way[index + by] ?? null;
}

/**
 * State of the <attention-spotlight> element when a step opens, with a value for every property but language and theme,
 * which stay the same. It includes the controls that the step shows.
 */
export function openingState(place: Place, language: Language): Partial<State> {
  const fresh: Partial<State> = { ...initialState(language), controls: 'none' };
  delete fresh.lang;
  delete fresh.theme;
  return { ...fresh, ...stepAt(place).open(LOCALES[language].sentences), chapter: writePlace(place) };
}
