// Moments of a run that have names: when a head begins to do the task's job, and when the task is solved.
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
 * A head counts as doing the job if its score exceeds the best score of any untrained head by at least this. It reaches
 * this threshold in the middle of the drop in loss; it would reach a score of one half only at the end of the drop.
 */
export const FORMATION_THRESHOLD = 0.15;
/** Minimum accuracy above the accuracy of guessing. Below it, a high score of a head is due to chance. */
const MORE_THAN_GUESSING = 0.25;
/** Accuracy at which a task counts as solved. */
export const SOLVED = 0.95;

/**
 * The head with the highest score; the first head in a tie.
 * @param layers number of layers to search, starting from the first
 */
export function bestHead({ measures }: Snapshot, name: MeasureName, layers = measures.length): HeadScore {
  const scores = measures
    .slice(0, layers)
    .flatMap((heads, layer) => heads.map((each, head): HeadScore => ({ layer, head, score: each[name] })));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

/**
 * The moments that begin with a snapshot.
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
