// The moments of a run that have a name: when the first head attends to the previous token, when a head does what the task
// needs, and when the task is solved.
import type { MeasureName } from '../measures.js';
import type { Snapshot } from './snapshot.js';

export type MomentName = 'previous' | 'job' | 'solved';

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

/** From this share of its weight on, a head does a job. */
export const DOES_IT = 0.5;
/** From this accuracy on, a task is solved. */
export const SOLVED = 0.95;

/** The head with the highest score; the first one of equals. */
export function bestHead({ measures }: Snapshot, name: MeasureName, layers = measures.length): HeadScore {
  const scores = measures
    .slice(0, layers)
    .flatMap((heads, layer) => heads.map((each, head): HeadScore => ({ layer, head, score: each[name] })));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

/**
 * The moments that a snapshot brings.
 * @param past those that have been before it
 */
export function newMoments(snapshot: Snapshot, past: readonly Moment[]): Moment[] {
  const { step, accuracy, measures } = snapshot;
  const happened = (name: MomentName) => past.some((moment) => moment.name === name);
  const found: Moment[] = [];
  const note = (name: MomentName, head: HeadScore | null) => {
    if (!happened(name)) found.push({ name, step, head });
  };
  if (step === 0) return found;
  const job = bestHead(snapshot, 'job');
  if (job.score >= DOES_IT) note('job', job);
  if (measures.length > 1) {
    const previous = bestHead(snapshot, 'previous', measures.length - 1);
    if (previous.score >= DOES_IT) note('previous', previous);
  }
  if (accuracy >= SOLVED) note('solved', null);
  return found;
}
