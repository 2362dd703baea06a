// Starts the worker of “Look inside”. Bundlers find its file by the literal URL.
import type { StartedPort } from './messages.js';

/**
 * True here, since the worker has a thread of its own. start-here.ts, which replaces this file in the single-file page,
 * has false: it computes on the page's thread.
 */
export const IS_APART = true;

export const startWorker = (): StartedPort => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
