// Starts the worker. Bundlers find the worker's file by the literal URL.
import type { StartedPort } from './messages.js';

/** False in the single-file page, which computes in the page's own thread. */
export const IS_APART = true;

export const startWorker = (): StartedPort => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
