// Starts the package's worker. This file is at the root of the engine for the same reason as package-files.ts, and
// separate from it because bundlers include the worker script wherever they find its literal URL.
import { fileOfPackage } from './package-files.js';

/** Starts the worker from the file beside this script, or from its location in a bundle. */
export const workerOfPackage = (): Worker => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** URL of the worker script, unless a bundler has moved it. */
export const urlOfPackagedWorker = (): URL => fileOfPackage('./worker.js');
