// Starts the package's worker. This file is at the root of the engine, so that relative URLs are the same as in
// dist/engine. It is separate from package-files.ts, because bundlers include the worker script wherever they find its
// literal URL.
import { fileOfPackage } from './package-files.js';

/** Starts the package's worker from the script beside this one, or from its location in a bundle. */
export const workerOfPackage = (): Worker => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** URL of the worker script beside this script; in a bundle, the script may be elsewhere. */
export const urlOfPackagedWorker = (): URL => fileOfPackage('./worker.js');
