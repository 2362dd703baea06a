// The worker of the package. This file is at the root of the engine for the reason that package-files.ts gives, and apart from
// it because bundlers take the worker along wherever they see this literal.
import { fileOfPackage } from './package-files.js';

/** A worker from the file beside the script, or from its place in a bundle. */
export const workerOfPackage = (): Worker => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** URL of that file if no bundler has moved it. */
export const urlOfPackagedWorker = (): URL => fileOfPackage('./worker.js');
