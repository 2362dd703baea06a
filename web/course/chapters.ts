// The course: chapters of a few steps. Each step opens the element at a state; some ask the learner to do something.
import { HAN } from '../text/word-features.js';
import { initialState, type State } from '../element/state/properties.js';
import type { Language } from '../messages/index.js';
import type { Run } from '../engine/model/run.js';

export const CHAPTER_IDS = [
  'why',
  'weights',
  'query-key-value',
  'formula',
  'scale',
  'masks',
  'heads',
  'attention-types',
  'cost',
  'exercises',
] as const;
export type ChapterId = (typeof CHAPTER_IDS)[number];

/** The figures that stand below the text of a step. */
export type FigureName = 'recurrence' | 'saturation' | 'attention-types' | 'cost' | 'exercise' | 'prediction';

/** Whether a task is done; `run` is what the element shows of the state's text. */
type TaskCheck = (state: State, run: Run | null) => boolean;

export interface Step {
  /** The state at which the step opens; what is not set has its default. */
  open: (language: Language) => Partial<State>;
  figure?: FigureName;
  /** When the step's task is done: by the state, or when the figure says so. Left out: there is nothing to do. */
  task?: TaskCheck | 'in the figure';
}

const SENTENCES = {
  tired: { en: 'The cat sat on the mat because it was tired', zh: '小猫坐在垫子上，因为它累了' },
  far: {
    en: 'The key that my uncle had left on the old table in the kitchen of his house by the lake was rusty',
    zh: '小猫昨天晚上在湖边那座房子的厨房里的一张旧桌子下面睡着了',
  },
  short: { en: 'I love Beijing', zh: '我爱北京' },
  learning: { en: 'I like deep learning', zh: '我喜欢深度学习' },
} as const;

const sentence =
  (name: keyof typeof SENTENCES, state: Partial<State> = {}) =>
  (language: Language): Partial<State> => ({ text: SENTENCES[name][language], ...state });

const stage = (name: State['stage'], progress = 1): Partial<State> => ({ stage: name, progress });

/** A head that was not supervised; its weights are spread over more tokens than those of the supervised heads. */
const UNSUPERVISED = { attention: 'encoder', layer: 0, head: 1 } as const;

/** The weights of that head as a matrix. */
const UNSUPERVISED_WEIGHTS = { ...UNSUPERVISED, ...stage('softmax'), view: 'matrix' } as const;

const isToken = (run: Run | null, index: number, words: readonly string[]): boolean =>
  words.includes(run?.tokens[index]?.text ?? '');

const queryIsChosen: TaskCheck = ({ query }) => query >= 0;
const cellIsPinned: TaskCheck = ({ cell }) => cell?.matrix === 'attention';

export const CHAPTERS: Readonly<Record<ChapterId, readonly Step[]>> = {
  why: [
    { open: sentence('far', { head: 'syntax' }), figure: 'recurrence' },
    { open: sentence('far', { head: 'syntax' }), task: ({ query }, run) => isToken(run, query, ['key', '小猫']) },
  ],
  weights: [
    { open: sentence('tired'), task: queryIsChosen },
    { open: sentence('tired'), task: ({ text }) => /\bsoft\b|软/.test(text) },
    { open: sentence('tired', { view: 'matrix' }), task: cellIsPinned },
  ],
  'query-key-value': [
    { open: sentence('short', { ...UNSUPERVISED, ...stage('project') }) },
    { open: sentence('short', { ...UNSUPERVISED, ...stage('score', 0.4), query: 0 }), task: cellIsPinned },
    { open: sentence('short', { ...UNSUPERVISED, ...stage('sum'), query: 0 }) },
  ],
  formula: [
    { open: sentence('learning', { ...UNSUPERVISED, ...stage('score') }) },
    { open: sentence('learning', { ...UNSUPERVISED, ...stage('scale') }) },
    { open: sentence('learning', { ...UNSUPERVISED, ...stage('mask'), causal: true }) },
    { open: sentence('learning', { ...UNSUPERVISED, ...stage('softmax') }), task: cellIsPinned },
    { open: sentence('learning', { ...UNSUPERVISED, ...stage('sum') }), task: (state) => state.stage === 'output' },
  ],
  scale: [
    { open: sentence('tired', UNSUPERVISED_WEIGHTS), task: ({ scaling }) => !scaling },
    {
      open: sentence('tired', { ...UNSUPERVISED_WEIGHTS, scaling: false }),
      figure: 'saturation',
      task: 'in the figure',
    },
    { open: sentence('tired', UNSUPERVISED_WEIGHTS), task: ({ temperature }) => temperature >= 2 },
  ],
  masks: [
    { open: sentence('tired', UNSUPERVISED_WEIGHTS), task: ({ causal }) => causal },
    { open: sentence('tired', UNSUPERVISED_WEIGHTS), task: ({ padding }) => padding > 0 },
    {
      open: sentence('tired', stage('softmax')),
      task: ({ mask }, run) =>
        mask.some(([query, key]) => isToken(run, query, ['it', '它']) && isToken(run, key, ['cat', '小猫'])),
    },
  ],
  heads: [
    { open: sentence('tired', { view: 'heads' }), task: ({ sort }) => sort === 'role' },
    { open: sentence('tired', { head: 'syntax' }) },
    {
      open: sentence('tired', { view: 'heads', head: 'previous', compare: true }),
      task: ({ ablate }) =>
        ablate.some((target) => typeof target !== 'number' && target.attention === 'encoder' && target.layer === 0),
    },
  ],
  'attention-types': [
    { open: sentence('tired'), figure: 'attention-types' },
    { open: sentence('tired', { attention: 'decoder' }) },
    { open: sentence('tired', { attention: 'cross' }), task: queryIsChosen },
  ],
  cost: [{ open: sentence('tired', { view: 'matrix' }), figure: 'cost', task: 'in the figure' }],
  exercises: [
    {
      open: sentence('short', { ...UNSUPERVISED, ...stage('softmax'), view: 'numbers' }),
      figure: 'exercise',
      task: 'in the figure',
    },
    { open: sentence('tired'), task: ({ text }) => HAN.test(text) && /[a-z]/i.test(text) },
    { open: sentence('tired', UNSUPERVISED_WEIGHTS), figure: 'prediction', task: 'in the figure' },
  ],
};

/** A step of a chapter, counted from 0. */
export interface Place {
  chapter: ChapterId;
  step: number;
}

/** 'chapter.step', the step counted from 1; null where there is no such step. */
export function readPlace(text: string): Place | null {
  const [name, number = '1', ...rest] = text.split('.');
  const chapter = CHAPTER_IDS.find((id) => id === name);
  const step = Number(number) - 1;
  return chapter && rest.length === 0 && CHAPTERS[chapter][step] ? { chapter, step } : null;
}

export const writePlace = ({ chapter, step }: Place): string => `${chapter}.${step + 1}`;

export const stepAt = ({ chapter, step }: Place): Step => CHAPTERS[chapter][step]!;

/** Every step of every chapter, in order. */
export const PLACES: readonly Place[] = CHAPTER_IDS.flatMap((chapter) =>
  CHAPTERS[chapter].map((_, step) => ({ chapter, step })),
);

/** The next step (by = 1) or the one before (by = −1); null beyond the ends. */
export function placeAfter(place: Place, by: 1 | -1): Place | null {
  const index = PLACES.findIndex(({ chapter, step }) => chapter === place.chapter && step === place.step);
  return PLACES[index + by] ?? null;
}

/** The whole state at which a step opens; language, theme and controls stay as the user has them. */
export function openingState(place: Place, language: Language): Partial<State> {
  const fresh: Partial<State> = initialState();
  delete fresh.lang;
  delete fresh.theme;
  delete fresh.controls;
  return { ...fresh, ...stepAt(place).open(language), chapter: writePlace(place) };
}
