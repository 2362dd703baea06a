// Named moments of a training run: the step at which a head has formed that attends as the task requires (`job`), and
// the step at which the task is solved (`solved`).
import type { MeasureName } from '../measures.js';
import type { Snapshot } from './snapshot.js';

export type MomentName = 'job' | 'solved';

export interface Moment {
  name: MomentName;
  step: number;
  /** The head that has formed, and its score; null for the moment `solved`, which concerns the whole model. */
  head: HeadScore | null;
}

export interface HeadScore {
  layer: number;
  head: number;
  score: number;
}

/**
 * Minimum excess of a head's `job` score over the best one of any untrained head, from which on the head counts as
 * formed. Heads reach this in the middle of the drop in loss; a score of one half would only be reached at its end.
 */
export const FORMATION_THRESHOLD = 0.15;
/**
 * Minimum accuracy of the model for a head to count as formed. At a lower accuracy, the model is guessing, and a head's
 * high score is due to chance.
 */
const MORE_THAN_GUESSING = 0.25;
/** Accuracy from which on the task counts as solved. */
export const SOLVED = 0.95;

/**
 * The head with the highest score for a measure; of several, the first one.
 * @param layers number of layers to search, starting from the first
 */
export function bestHead({ measures }: Snapshot, name: MeasureName, layers = measures.length): HeadScore {
  const scores = measures
    .slice(0, layers)
    .flatMap((heads, layer) => heads.map((each, head): HeadScore => ({ layer, head, score: each[name] })));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

/**
 * Named moments that a new snapshot of a training run shows, and that have not been found before.
 * @param untrained snapshot before the first training step
 * @param past moments that were found before
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
