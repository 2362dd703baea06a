// The sentences of the course, and the words in them that its tasks name.
import { initialState, type State } from '../element/state/properties.js';
import { noInterventions } from '../element/interventions/index.js';
import type { TextLanguage } from '../text/plain-language.js';

export const SENTENCES = {
  tired: { en: 'The cat sat on the mat because it was tired', zh: '猫坐在垫子上，因为它累了' },
  soft: { en: 'The cat sat on the mat because it was soft', zh: '猫坐在垫子上，因为它很软' },
  far: {
    en: 'The key that my uncle had left on the old table in the kitchen of his house by the lake was rusty',
    zh: '小猫昨天晚上在湖边那座房子的厨房里的一张旧桌子下面睡着了',
  },
  /** In Chinese, the model does not know the mat when it translates. */
  translated: { en: 'The cat sat on the mat because it was tired', zh: '猫坐在椅子上，因为它累了' },
  short: { en: 'I love Beijing', zh: '我爱北京' },
} as const;

export const WORDS = {
  it: ['it', '它'],
  cat: ['cat', '猫'],
  mat: ['mat', '垫子'],
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

/** The first of the tokens that is a word; −1: none is. */
export const indexOfWord = (tokens: readonly string[], word: Word): number =>
  tokens.findIndex((token) => isWord(token, word));

/** Which of some words a token is, counted from 0; null: none. */
export function whichWord(token: string, words: readonly Word[]): number | null {
  const index = words.findIndex((word) => isWord(token, word));
  return index < 0 ? null : index;
}

/** A sentence at a state. */
export const sentence =
  (name: keyof typeof SENTENCES, state: Partial<State> = {}) =>
  (language: TextLanguage): Partial<State> => ({ text: SENTENCES[name][language], ...state });

/** Two sentences are the same but for spaces and what ends them. */
export const isSentence = (text: string, name: keyof typeof SENTENCES): boolean => {
  const plain = (each: string) => each.replace(/[\s.。!！]/g, '').toLowerCase();
  return Object.values(SENTENCES[name]).some((each) => plain(each) === plain(text));
};

/** A sentence at a state in which a token is selected, whose index depends on the language. */
export const sentenceAt =
  (name: keyof typeof SENTENCES, query: Readonly<Record<TextLanguage, number>>, state: Partial<State> = {}) =>
  (language: TextLanguage): Partial<State> => ({ ...sentence(name, state)(language), query: query[language] });

export const stage = (name: State['stage'], progress = 1): Partial<State> => ({ stage: name, progress });

/** The head that was trained to find what a pronoun refers to: that of all steps before the chapter on many heads. */
export const PRONOUN_HEAD = { attention: 'encoder', head: 'antecedent' } as const;

/** The weights of that head as a matrix. */
export const PRONOUN_WEIGHTS = { ...PRONOUN_HEAD, ...stage('softmax'), view: 'matrix' } as const;

const INTERVENTIONS = Object.keys(noInterventions()) as (keyof ReturnType<typeof noInterventions>)[];

/** Whether nothing but the named interventions is in effect, and no other layer changes, so that what is seen comes from them. */
export function onlyChanges(state: State, names: readonly string[]): boolean {
  const initial = initialState();
  if (state.scope === 'model') return false;
  return INTERVENTIONS.every(
    (name) => names.includes(name) || JSON.stringify(state[name]) === JSON.stringify(initial[name]),
  );
}
