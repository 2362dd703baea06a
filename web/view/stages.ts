// The stages of attention, one definition for the timeline, the labels, the narration, the arithmetic and the docs.
import type { MatrixName } from './scene.js';

export const STAGE_NAMES = ['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'mix', 'merge'] as const;

export type StageName = (typeof STAGE_NAMES)[number];

export interface Stage {
  readonly name: StageName;
  /** What it computes, in the field's notation. */
  readonly formula: string;
  /** The matrix that it fills. */
  readonly fills: MatrixName | null;
  /** The matrices that it is about; the others step back. */
  readonly about: readonly MatrixName[];
  /** How long it plays, in seconds. */
  readonly seconds: number;
}

export const STAGES: readonly Stage[] = [
  { name: 'tokens', formula: 't₁ … tₙ', fills: null, about: [], seconds: 2 },
  { name: 'embed', formula: 'X', fills: 'embedding', about: ['embedding', 'memory'], seconds: 2.4 },
  {
    name: 'project',
    formula: 'Q = X·W_Q   K = X·W_K   V = X·W_V',
    fills: 'query',
    about: ['embedding', 'memory', 'query', 'key', 'value'],
    seconds: 3,
  },
  { name: 'score', formula: 'Q·Kᵀ', fills: 'attention', about: ['query', 'key', 'attention'], seconds: 5 },
  { name: 'scale', formula: 'Q·Kᵀ / √d', fills: 'attention', about: ['attention'], seconds: 2.6 },
  { name: 'mask', formula: 'Q·Kᵀ / √d + M', fills: 'attention', about: ['attention'], seconds: 2.4 },
  { name: 'softmax', formula: 'softmax(Q·Kᵀ / √d + M)', fills: 'attention', about: ['attention'], seconds: 4.4 },
  {
    name: 'mix',
    formula: 'softmax(Q·Kᵀ / √d + M)·V',
    fills: 'output',
    about: ['attention', 'value', 'output'],
    seconds: 4.4,
  },
  {
    name: 'merge',
    formula: '[head₁ … headₕ]·W_O',
    fills: 'projected',
    about: ['output', 'merged', 'projected'],
    seconds: 3,
  },
];

/** A moment of the animation: a stage, and how far it has got, 0 … 1. */
export interface Moment {
  stage: StageName;
  time: number;
}

export const indexOf = (stage: StageName): number => STAGE_NAMES.indexOf(stage);

export const stageOf = (stage: StageName): Stage => STAGES[indexOf(stage)]!;

/** The end of the next stage, or of this one if it is not there yet. */
export function stepForward({ stage, time }: Moment): Moment {
  const next = time < 1 ? indexOf(stage) : Math.min(indexOf(stage) + 1, STAGES.length - 1);
  return { stage: STAGE_NAMES[next]!, time: 1 };
}

/** The end of the stage before. */
export function stepBack({ stage }: Moment): Moment {
  return { stage: STAGE_NAMES[Math.max(0, indexOf(stage) - 1)]!, time: 1 };
}

/** Fast at first, then slower, 0 … 1. */
export const easeOut = (time: number): number => 1 - (1 - Math.min(1, Math.max(0, time))) ** 3;

/** How far a part of a stage has got that lasts from one time to another, 0 … 1. */
export const within = (time: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (time - from) / (to - from)));

/** Has the stage been reached (0), or how far has it got (… 1)? */
export function progress(moment: Moment, stage: StageName): number {
  const [now, asked] = [indexOf(moment.stage), indexOf(stage)];
  if (now < asked) return 0;
  return now > asked ? 1 : moment.time;
}
