// Lesson plans: for each phase of a lesson, its duration and its steps of the course.
import { readPlace, SHORT_WAY, type Place } from '../place.js';

export const PHASES = ['opening', 'average', 'scores', 'softmax', 'masks', 'heads', 'learning', 'quiz'] as const;
export type PhaseName = (typeof PHASES)[number];

interface Phase {
  minutes: number;
  /**
   * Names of the course steps in this phase, which the teacher presents, or which learners do in pairs on their own
   * devices.
   */
  steps: readonly string[];
  /** Numbers of the worksheet tasks in this phase. */
  tasks?: readonly number[];
}

export const LESSON: Readonly<Record<PhaseName, Phase>> = {
  opening: { minutes: 4, steps: ['it.1', 'it.2'] },
  average: { minutes: 6, steps: ['average.1', 'weighted-average.1'], tasks: [1] },
  scores: { minutes: 8, steps: ['scores.1', 'scores.3'], tasks: [2] },
  softmax: { minutes: 9, steps: ['softmax.1', 'softmax.3'], tasks: [3] },
  masks: { minutes: 5, steps: ['masks.1', 'masks.2'] },
  heads: { minutes: 5, steps: ['heads.2', 'heads.3'] },
  learning: { minutes: 4, steps: ['learning.2'] },
  quiz: { minutes: 4, steps: ['end.2'], tasks: [5] },
};

export const placesOfPhase = (name: PhaseName): readonly Place[] => LESSON[name].steps.map((step) => readPlace(step)!);

/**
 * Index of the right answer to the question of each course step, by name of the step. The answers were determined by
 * runs and figures.
 */
export const ANSWERS: Readonly<Record<string, number>> = {
  'it.1': 1,
  'it.2': 1,
  'average.1': 0,
  'weighted-average.1': 2,
  'weighted-average.3': 1,
  'scores.1': 2,
  'scores.3': 1,
  'softmax.1': 1,
  'softmax.3': 0,
  'masks.1': 0,
  'masks.2': 0,
  'heads.2': 1,
  'heads.3': 1,
  'learning.2': 1,
};

/** Steps of the ten-minute talk: the short way through the course. */
export const TALK: readonly Place[] = SHORT_WAY;
