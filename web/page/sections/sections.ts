// Sections of index.html. Which section is open is not stored: it follows from the state of the <attention-spotlight>
// element.
import { initialState, toQuery, type State } from '../../element/state/properties.js';
import { readPlace, SHORT_WAY, writePlace } from '../../course/place.js';
import { explicitQuery } from '../../element/state/address.js';
import { modelChange } from '../../element/state/changes.js';
import { noInterventions } from '../../element/interventions/index.js';
import { textFor } from '../../element/source/named-models.js';
import type { ModelName } from '../../view/model-names.js';
import { openingSentences } from '../../locales/opening-sentences.js';
import type { Language } from '../../locales/index.js';

export const SECTION_NAMES = ['sentence', 'computed', 'story', 'learn', 'lab'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/**
 * Name of a section of index.html. The section 'inside' (“Look inside”) does not show the <attention-spotlight>
 * element; which of the other sections is open follows from that element's state.
 */
export type PageSection = SectionName | 'inside';

/** URL parameters for language and theme. The value 'auto' is left out. */
export const appearanceParameters = ({ lang, theme }: Pick<State, 'lang' | 'theme'>): [name: string, value: string][] =>
  Object.entries({ lang, theme }).filter(([, value]) => value !== 'auto');

const firstSentence = (language: Language): string => openingSentences(language)[0];

/** Sampling options for generated stories. Greedy decoding would repeat itself endlessly. */
const STORY_SAMPLING: State['sampling'] = { temperature: 0.8, topP: 0.9, seed: 1 };

export function sectionOf({ chapter, controls, view, model }: State): SectionName {
  if (readPlace(chapter)) return 'learn';
  if (controls === 'all') return 'lab';
  if (view !== 'sentence') return 'computed';
  return model === 'stories' ? 'story' : 'sentence';
}

/**
 * Changes to the <attention-spotlight> element's state when a section is opened. Text, query and head stay the same,
 * unless the model changes. The course sets further properties in each step.
 * @param language language of the sentence that replaces a story's text
 */
export function stateOfSection(section: SectionName, { view, model, text }: State, language: Language): Partial<State> {
  const { stage, progress, scope, compare, query, cell, sampling, zoom } = initialState();
  const isStory = model === 'stories';
  const sentence: Partial<State> = {
    chapter: '',
    view: 'sentence',
    stage,
    progress,
    scope,
    compare,
    ...noInterventions(),
  };
  const samplingOf = (other: ModelName) => (other === 'stories' ? STORY_SAMPLING : sampling);
  const withModel = (other: ModelName, itsText: string): Partial<State> =>
    other === model ? {} : { ...modelChange(other), text: itsText, query, cell, sampling: samplingOf(other) };
  switch (section) {
    case 'sentence':
      return {
        ...sentence,
        ...(isStory ? withModel('default', firstSentence(language)) : {}),
        controls: 'text,card',
      };
    case 'story':
      return {
        ...sentence,
        ...withModel('stories', textFor('stories', text, language)),
        controls: 'text,generate,head,card',
      };
    case 'computed':
      return {
        chapter: '',
        view: 'ledger',
        stage: 'tokens',
        progress: 0,
        controls: isStory ? 'text,generate,head,card,play,scrub,cell' : 'text,card,play,scrub,cell',
      };
    case 'learn':
      return { controls: 'all' };
    case 'lab':
      // The section "Lab" shows a matrix of all queries instead of a single query, for the same head.
      return {
        chapter: '',
        controls: 'all',
        stage,
        progress,
        zoom,
        view: view === 'sentence' || view === 'ledger' ? 'matrix' : view,
      };
  }
}

/** State of the <attention-spotlight> element for a URL of index.html without parameters. */
export function openingState(language: Language): Partial<State> {
  return { ...stateOfSection('sentence', initialState(), language), text: firstSentence(language) };
}

/**
 * URL query for a state of the <attention-spotlight> element. For the state of `openingState`, it is empty.
 * @param written query that `writeAddress` returns for the state
 */
export function addressOf(state: State, language: Language, written: string): string {
  if (toQuery(state) === toQuery({ ...initialState(), ...openingState(language) })) return '';
  return written.length <= 1 ? '?controls=all' : written; // the lab's initial state is that of the element
}

/** URL query by which another page of the site opens a section of index.html, with a text in that page's language. */
export function addressOfSection(
  section: PageSection,
  language: Language,
  { lang, theme }: Pick<State, 'lang' | 'theme'>,
): string {
  if (section === 'inside') {
    return `?${new URLSearchParams([['inside', ''], ...appearanceParameters({ lang, theme })])}`;
  }
  if (section === 'learn') {
    const looks = new URLSearchParams(toQuery({ ...initialState(lang), lang, theme }));
    // Since the query names no stage, the chapter opens in its initial state.
    return `?${new URLSearchParams([['chapter', writePlace(SHORT_WAY[0]!)], ...looks])}`;
  }
  const opening = { ...initialState(), ...openingState(language), lang, theme };
  const state = { ...opening, ...stateOfSection(section, opening, language) };
  return addressOf(state, language, `?${explicitQuery(state)}`);
}
