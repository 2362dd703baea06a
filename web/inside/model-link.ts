// A link to a model of somebody's own, and the model that was opened for it.
import type { InsideState } from './state.js';
import type { Opened } from './opened.js';
import type { Task } from './task.js';

/** A file that was opened for a link: the one that it is about, another one, or one of another name. */
export type Verdict = 'checking' | 'same' | 'other' | 'otherName';

/**
 * @param linked what the link says of its model
 * @param identity SHA-256 of the opened file of weights, or null where it is not at hand
 * @returns null: it has the name that the link says, and no more is known
 */
export function verdictOf(
  { model, sha }: Pick<InsideState, 'model' | 'sha'>,
  { name }: Pick<Opened, 'name'>,
  { status, value }: Pick<Task<string | null>, 'status' | 'value'>,
): Verdict | null {
  if (sha === '') return name === model ? null : 'otherName';
  if (status === 'failed') return null;
  if (status !== 'done') return 'checking';
  return value?.startsWith(sha) === true ? 'same' : 'other';
}
