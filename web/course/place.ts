// Positions in the course.
import { CHAPTER_IDS, CHAPTERS, type ChapterId } from './chapters/index.js';
import { initialState, type State } from '../element/state/properties.js';
import { LOCALES, type Language } from '../locales/index.js';
import type { Step } from './step.js';

/** A step of a chapter, counted from 0. */
export interface Place {
  chapter: ChapterId;
  step: number;
}

/** Parses 'chapter.step' with the step counted from 1; null if there is no such step. */
export function readPlace(text: string): Place | null {
  const [name, number = '1', ...rest] = text.split('.');
  const chapter = CHAPTER_IDS.find((id) => id === name);
  const step = Number(number) - 1;
  return chapter && rest.length === 0 && CHAPTERS[chapter][step] ? { chapter, step } : null;
}

export const writePlace = ({ chapter, step }: Place): string => `${chapter}.${step + 1}`;

export const stepAt = ({ chapter, step }: Place): Step => CHAPTERS[chapter][step]!;

export const placesOf = (chapter: ChapterId): readonly Place[] =>
  CHAPTERS[chapter].map((_, step) => ({ chapter, step }));

/** Every step of every chapter, in order. */
export const PLACES: readonly Place[] = CHAPTER_IDS.flatMap(placesOf);

/** The next step (by = 1) or the previous one (by = −1); null beyond the ends. */
export function placeAfter(place: Place, by: 1 | -1): Place | null {
  const index = PLACES.findIndex(({ chapter, step }) => chapter === place.chapter && step === place.step);
  return PLACES[index + by] ?? null;
}

/** Full state at which a step opens, with the controls that it needs. Language and theme are kept. */
export function openingState(place: Place, language: Language): Partial<State> {
  const fresh: Partial<State> = { ...initialState(language), controls: 'none' };
  delete fresh.lang;
  delete fresh.theme;
  return { ...fresh, ...stepAt(place).open(LOCALES[language].sentences), chapter: writePlace(place) };
}
