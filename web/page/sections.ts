// The sections of the page. Which one is open is no state of its own: it follows from the element's state.
import { initialState, toQuery, type State } from '../element/state/properties.js';
import { readPlace } from '../course/place.js';
import { noInterventions } from '../element/interventions/index.js';
import type { Language } from '../messages/index.js';

export const SECTION_NAMES = ['sentence', 'computed', 'learn', 'lab'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** The sentence that the page opens with, and the same with another last word, which changes what the pronoun means. */
export const FIRST_SENTENCES: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['The cat sat on the mat because it was tired', 'The cat sat on the mat because it was soft'],
  zh: ['猫坐在垫子上，因为它累了', '猫坐在垫子上，因为它很软'],
};

export function sectionOf({ chapter, controls, view }: State): SectionName {
  if (readPlace(chapter)) return 'learn';
  if (controls === 'all') return 'lab';
  return view === 'sentence' ? 'sentence' : 'computed';
}

/** What opening a section changes; text, query and head stay. The course sets more, step by step. */
export function stateOfSection(section: SectionName, { view }: State): Partial<State> {
  const { stage, progress, scope, compare } = initialState();
  switch (section) {
    case 'sentence':
      return {
        ...{ chapter: '', view: 'sentence', controls: 'text,card' },
        ...{ stage, progress, scope, compare, ...noInterventions() },
      };
    case 'computed':
      return { chapter: '', view: 'ledger', controls: 'text,card,play,scrub,cell', stage: 'tokens', progress: 0 };
    case 'learn':
      return { controls: 'all' };
    case 'lab':
      return { chapter: '', view: view === 'sentence' ? 'steps' : view, controls: 'all', stage, progress };
  }
}

/** The state of the page without an address. */
export function openingState(language: Language): Partial<State> {
  return { ...stateOfSection('sentence', initialState()), text: FIRST_SENTENCES[language][0] };
}

/** Whether an address says nothing but how the page looks, and so opens as one without a state. */
export const isOnlyAppearance = (requested: Partial<State>): boolean =>
  Object.keys(requested).every((name) => name === 'lang' || name === 'theme');

/** The shortest query of a state: that of `openingState` is empty. */
export function addressOf(state: State, language: Language, written: string): string {
  if (toQuery(state) === toQuery({ ...initialState(), ...openingState(language) })) return '';
  return written === '' ? '?controls=all' : written;
}
