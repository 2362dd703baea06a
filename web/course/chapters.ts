// The course: chapters of a few beats; each opens the stage at a state, and some ask the reader to do something.
import { HAN } from '../text/word-features.js';
import { initialState, type State } from '../element/properties.js';
import type { Language } from '../messages/index.js';

export const CHAPTER_IDS = [
  'why',
  'spotlight',
  'search',
  'steps',
  'scale',
  'masks',
  'heads',
  'kinds',
  'cost',
  'exercises',
] as const;
export type ChapterId = (typeof CHAPTER_IDS)[number];

/** What stands below the text of a beat, besides the stage. */
export const FIGURES = ['recurrence', 'saturation', 'kinds', 'cost', 'by-hand', 'predict'] as const;
export type Figure = (typeof FIGURES)[number];

export interface Beat {
  /** How the stage is opened, other than as a page that is new. */
  open: (language: Language) => Partial<State>;
  figure?: Figure;
  /** What the reader is to do: something that shows in the state, or in the figure; left out: to read. */
  task?: ((state: State) => boolean) | 'in the figure';
}

const SENTENCES = {
  tired: { en: 'The cat sat on the mat because it was tired', zh: '小猫坐在垫子上，因为它累了' },
  soft: { en: 'The cat sat on the mat because it was soft', zh: '小猫坐在垫子上，因为它很软' },
  far: {
    en: 'The key that my uncle had left on the old table in the kitchen of his house by the lake was rusty',
    zh: '小猫昨天晚上在湖边那座房子的厨房里的一张旧桌子下面睡着了',
  },
  short: { en: 'I love Beijing', zh: '我爱北京' },
  learning: { en: 'I like deep learning', zh: '我喜欢深度学习' },
} as const;

const saying =
  (sentence: keyof typeof SENTENCES, more: Partial<State> = {}) =>
  (language: Language): Partial<State> => ({ text: SENTENCES[sentence][language], ...more });

const stage = (name: State['stage'], time = 1): Partial<State> => ({ stage: name, time });

/** A head that was left free, and is less sure of itself than those that were told what to do. */
const UNSURE = { kind: 'self', layer: 0, head: 1 } as const;

export const CHAPTERS: Readonly<Record<ChapterId, readonly Beat[]>> = {
  why: [
    { open: saying('far', { head: 'syntax', kind: 'self', row: 0 }), figure: 'recurrence' },
    { open: saying('far', { head: 'syntax', kind: 'self' }), task: ({ row }) => row >= 0 },
  ],
  spotlight: [
    { open: saying('tired'), task: ({ row, cell }) => row >= 0 || cell !== null },
    {
      open: saying('tired', { row: -1 }),
      task: ({ text }) => /soft|软/.test(text),
    },
    { open: saying('tired', { view: 'matrix' }), task: ({ cell }) => cell !== null },
  ],
  search: [
    { open: saying('short', { ...UNSURE, ...stage('project') }) },
    { open: saying('short', { ...UNSURE, ...stage('score', 0.4), row: 0 }), task: ({ cell }) => cell !== null },
    { open: saying('short', { ...UNSURE, ...stage('mix'), row: 0 }) },
  ],
  steps: [
    { open: saying('learning', { ...UNSURE, ...stage('score') }) },
    { open: saying('learning', { ...UNSURE, ...stage('scale') }) },
    { open: saying('learning', { ...UNSURE, ...stage('mask'), causal: true }) },
    { open: saying('learning', { ...UNSURE, ...stage('softmax') }), task: ({ cell }) => cell !== null },
    { open: saying('learning', { ...UNSURE, ...stage('mix') }), task: (state) => state.stage === 'merge' },
  ],
  scale: [
    { open: saying('tired', { ...UNSURE, ...stage('softmax'), view: 'matrix' }), task: ({ scale }) => !scale },
    {
      open: saying('tired', { ...UNSURE, ...stage('softmax'), scale: false, view: 'matrix' }),
      figure: 'saturation',
      task: 'in the figure',
    },
    {
      open: saying('tired', { ...UNSURE, ...stage('softmax'), view: 'matrix' }),
      task: ({ temperature }) => temperature >= 2,
    },
  ],
  masks: [
    { open: saying('tired', { ...UNSURE, ...stage('softmax'), view: 'matrix' }), task: ({ causal }) => causal },
    { open: saying('tired', { ...UNSURE, ...stage('softmax'), view: 'matrix' }), task: ({ padding }) => padding > 0 },
    { open: saying('tired', stage('softmax')), task: ({ mask }) => mask.length > 0 },
  ],
  heads: [
    { open: saying('tired', { view: 'heads' }), task: ({ order }) => order === 'role' },
    { open: saying('tired', { head: 'syntax', kind: 'self' }) },
    {
      open: saying('tired', { view: 'heads' }),
      task: ({ silence }) => silence.some((each) => typeof each !== 'number'),
    },
  ],
  kinds: [
    { open: saying('tired'), figure: 'kinds' },
    { open: saying('tired', { kind: 'causal' }) },
    { open: saying('tired', { kind: 'cross' }), task: ({ row }) => row >= 0 },
  ],
  cost: [{ open: saying('tired', { view: 'matrix' }), figure: 'cost', task: 'in the figure' }],
  exercises: [
    {
      open: saying('short', { ...UNSURE, ...stage('softmax'), view: 'numbers' }),
      figure: 'by-hand',
      task: 'in the figure',
    },
    { open: saying('tired'), task: ({ text }) => HAN.test(text) && /[a-z]/i.test(text) },
    {
      open: saying('tired', { ...UNSURE, ...stage('softmax'), view: 'matrix' }),
      figure: 'predict',
      task: 'in the figure',
    },
  ],
};

/** A beat of a chapter, counted from 0. */
export interface Place {
  chapter: ChapterId;
  beat: number;
}

/** 'chapter.beat', the beat counted from 1; null where there is no such beat. */
export function readPlace(text: string): Place | null {
  const [name, number = '1', ...more] = text.split('.');
  const chapter = CHAPTER_IDS.find((id) => id === name);
  const beat = Number(number) - 1;
  return chapter && more.length === 0 && CHAPTERS[chapter][beat] ? { chapter, beat } : null;
}

export const writePlace = ({ chapter, beat }: Place): string => `${chapter}.${beat + 1}`;

export const beatAt = ({ chapter, beat }: Place): Beat => CHAPTERS[chapter][beat]!;

const PLACES: readonly Place[] = CHAPTER_IDS.flatMap((chapter) =>
  CHAPTERS[chapter].map((_, beat) => ({ chapter, beat })),
);

/** So many beats further; null beyond the ends. */
export function placeAfter(place: Place, by: 1 | -1): Place | null {
  const at = PLACES.findIndex(({ chapter, beat }) => chapter === place.chapter && beat === place.beat);
  return PLACES[at + by] ?? null;
}

/** The whole state at which a beat opens; language, theme and controls stay the reader's. */
export function openingOf(place: Place, language: Language): Partial<State> {
  const fresh: Partial<State> = initialState();
  delete fresh.lang;
  delete fresh.theme;
  delete fresh.controls;
  return { ...fresh, ...beatAt(place).open(language), chapter: writePlace(place) };
}
