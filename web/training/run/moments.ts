// The moments of a run that have a name: when a head begins to do what the task needs, and when the task is solved.
import type { MeasureName } from '../measures.js';
import type { Snapshot } from './snapshot.js';

export type MomentName = 'job' | 'solved';

export interface Moment {
  name: MomentName;
  step: number;
  /** The head that does it, with its score; null: the whole model. */
  head: HeadScore | null;
}

export interface HeadScore {
  layer: number;
  head: number;
  score: number;
}

/**
 * A head begins to do a job when it has this much more of its weight there than any head had by chance, before the first step.
 * That is in the middle of the loss's fall; half of its weight comes when the fall is over.
 */
export const BEGINS_AT = 0.15;
/** From this accuracy on, the model does more than guess: a head that seems to do the job before does so by chance. */
const MORE_THAN_GUESSING = 0.25;
/** From this accuracy on, a task is solved. */
export const SOLVED = 0.95;

/**
 * The head with the highest score; the first one of equals.
 * @param layers that are looked at, from the first on
 */
export function bestHead({ measures }: Snapshot, name: MeasureName, layers = measures.length): HeadScore {
  const scores = measures
    .slice(0, layers)
    .flatMap((heads, layer) => heads.map((each, head): HeadScore => ({ layer, head, score: each[name] })));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

/**
 * The moments that a snapshot brings.
 * @param untrained the run's first snapshot
 * @param past the moments before it
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
  if (job.score >= chance + BEGINS_AT && accuracy >= MORE_THAN_GUESSING) note('job', job);
  if (accuracy >= SOLVED) note('solved', null);
  return found;
}
