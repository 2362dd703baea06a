// Compares the open model with the model for which a link was made. Such a link names a user's own model, and may
// contain the hash of its file.
import type { InsideState } from './state.js';
import type { Opened } from './opened.js';
import type { Task } from './task.js';

/**
 * Result of comparing the open model with that of a link: the hash is being computed, the file is the same, the file is
 * another one, or the name differs and the link has no hash.
 */
export type Verdict = 'checking' | 'same' | 'other' | 'otherName';

/**
 * Compares the open model with that of a link.
 * @param linked name and first digits of the hash of the model for which the link was made
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
