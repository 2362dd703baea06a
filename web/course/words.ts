// Sentences of the course, the words in them that tasks refer to, and functions that describe steps with them.
import { initialState, type State } from '../element/state/properties.js';
import { INTERVENTION_NAMES } from '../element/interventions/index.js';
import type { FigureName } from './figures/names.js';
import type { Step } from './step.js';
import type { TextLanguage } from '../text/plain-language.js';

export const SENTENCES = {
  /**
   * The Chinese sentence has a chair in place of the mat, since the default model does not translate “mat” correctly.
   */
  tired: { en: 'The cat sat on the mat because it was tired', zh: '猫坐在椅子上，因为它累了' },
  soft: { en: 'The cat sat on the mat because it was soft', zh: '猫坐在椅子上，因为它很软' },
  far: {
    en: 'The key that my uncle had left on the old table in the kitchen of his house by the lake was rusty',
    zh: '小猫昨天晚上在湖边那座房子的厨房里的一张旧桌子下面睡着了',
  },
  short: { en: 'I love Beijing', zh: '我爱北京' },
} as const;

export const WORDS = {
  it: ['it', '它'],
  cat: ['cat', '猫'],
  mat: ['mat', '椅子'],
  tired: ['tired', '累了'],
  soft: ['soft', '软'],
  sat: ['sat', '坐在'],
  the: ['the', '上'],
  key: ['key', '小猫'],
  uncle: ['uncle', '湖边'],
  table: ['table', '桌子'],
  rusty: ['rusty', '睡着了'],
  love: ['love', '爱'],
  place: ['Beijing', '北京'],
} as const;
export type Word = keyof typeof WORDS;

export const isWord = (text: string | undefined, word: Word): boolean => WORDS[word].some((each) => each === text);

/** Index of the first token that is the given word of the course, in either language; −1 if there is none. */
export const indexOfWord = (tokens: readonly string[], word: Word): number =>
  tokens.findIndex((token) => isWord(token, word));

export function indexOfMatchingWord(token: string, words: readonly Word[]): number | null {
  const index = words.findIndex((word) => isWord(token, word));
  return index < 0 ? null : index;
}

/**
 * Returns a function from a language to properties of the <attention-spotlight> element: a sentence of the course in that
 * language, and those in `state`.
 */
export const sentence =
  (name: keyof typeof SENTENCES, state: Partial<State> = {}) =>
  (language: TextLanguage): Partial<State> => ({ text: SENTENCES[name][language], ...state });

/** A step that shows a figure and hides the <attention-spotlight> element. */
export const alone = (figure: FigureName): Step => ({ open: sentence('tired'), figure, alone: true });

/**
 * True if a text is the named sentence of the course, apart from upper and lower case, spaces and final punctuation.
 */
export const isSentence = (text: string, name: keyof typeof SENTENCES): boolean => {
  const plain = (each: string) => each.replace(/[\s.。!！]/g, '').toLowerCase();
  return Object.values(SENTENCES[name]).some((each) => plain(each) === plain(text));
};

/**
 * Returns the <attention-spotlight> element's state with a sentence of the course and a selected query token, whose
 * index depends on the language.
 */
export const sentenceAt =
  (name: keyof typeof SENTENCES, query: Readonly<Record<TextLanguage, number>>, state: Partial<State> = {}) =>
  (language: TextLanguage): Partial<State> => ({ ...sentence(name, state)(language), query: query[language] });

export const stage = (name: State['stage'], progress = 1): Partial<State> => ({ stage: name, progress });

/**
 * Head of the default model that was trained to find a pronoun's antecedent. All steps before the chapter on multiple
 * heads use it.
 */
export const PRONOUN_HEAD = { attention: 'encoder', head: 'antecedent' } as const;

/** State of the <attention-spotlight> element that shows the pronoun head's weights as a matrix. */
export const PRONOUN_WEIGHTS = { ...PRONOUN_HEAD, ...stage('softmax'), view: 'matrix' } as const;

/**
 * True if no interventions but the named ones are active, and these in one layer only, so that they alone explain the
 * outcome.
 */
export function onlyChanges(state: State, names: readonly string[]): boolean {
  const initial = initialState();
  if (state.scope === 'model') return false;
  return INTERVENTION_NAMES.every(
    (name) => names.includes(name) || JSON.stringify(state[name]) === JSON.stringify(initial[name]),
  );
}
