// Moments of a training run that have names: when a head starts to do the task's job, and when the task is solved.
import type { MeasureName } from '../measures.js';
import type { Snapshot } from './snapshot.js';

export type MomentName = 'job' | 'solved';

export interface Moment {
  name: MomentName;
  step: number;
  /** The head and its score; null for a moment that concerns the whole model. */
  head: HeadScore | null;
}

export interface HeadScore {
  layer: number;
  head: number;
  score: number;
}

/**
 * Minimum excess of a head's score over the best score of any untrained head, from which on it counts as doing the
 * task's job. Heads reach this in the middle of the drop in loss; they would reach a score of one half only at its end.
 */
export const FORMATION_THRESHOLD = 0.15;
/** Minimum excess of the accuracy over that of guessing. Below it, a head's high score is due to chance. */
const MORE_THAN_GUESSING = 0.25;
/** Accuracy from which on a task counts as solved. */
export const SOLVED = 0.95;

/**
 * The head with the highest score for a measure; in a tie, the first one.
 * @param layers number of layers to search, starting from the first
 */
export function bestHead({ measures }: Snapshot, name: MeasureName, layers = measures.length): HeadScore {
  const scores = measures
    .slice(0, layers)
    .flatMap((heads, layer) => heads.map((each, head): HeadScore => ({ layer, head, score: each[name] })));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

/**
 * The named moments of a training run that a new snapshot shows.
 * @param untrained first snapshot of the run
 * @param past earlier moments
 */
export function newMoments(snapshot: Snapshot, untrained: Snapshot, past: readonly Moment[]): Moment[] {
  const { step, accuracy } = snapshot;
  const happened = (name: MomentName) => past.some((moment) => moment.name === name);
  const found: Moment[] = [];
  const note = (name: MomentName, head: HeadScore | null) => {
    if (!happened(name)) found.push({ name, step, head });
  };
  if (step === 0) return found;
  const job = bestHead(snapshot, 'job');
  const chance = bestHead(untrained, 'job').score;
  if (job.score >= chance + FORMATION_THRESHOLD && accuracy >= MORE_THAN_GUESSING) note('job', job);
  if (accuracy >= SOLVED) note('solved', null);
  return found;
}
