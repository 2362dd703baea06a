// Starts the worker. Bundlers find its file by the literal URL.
import type { StartedPort } from './messages.js';

/** True if the worker has a thread of its own; false in the single-file page, which computes on the page's thread. */
export const IS_APART = true;

export const startWorker = (): StartedPort => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
