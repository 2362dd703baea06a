// Compares an opened model with the model that a link was made for.
import type { InsideState } from './state.js';
import type { Opened } from './opened.js';
import type { Task } from './task.js';

/** Result of comparing the opened file with the file of the link. */
export type Verdict = 'checking' | 'same' | 'other' | 'otherName';

/**
 * @param linked the model of the link
 * @param identity SHA-256 of the opened weight file; null if it was read over the network
 * @returns null if the names are the same and nothing else is known
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
