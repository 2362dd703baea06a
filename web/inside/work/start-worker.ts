// Starts the worker that holds the model. Bundlers find its file by this literal URL.
import type { StartedPort } from './messages.js';

/** False in the page of one file, which computes in its own thread. */
export const IS_APART = true;

export const startWorker = (): StartedPort => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
