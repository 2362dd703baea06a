// `import … from 'attention-spotlight'` in a browser, or through a bundler for one.
import { engineFactory } from './engine.js';
import { fetchFile } from './load.js';
import { startWorker } from './parallel/start-worker.js';

export * from './interface.js';

/** Loads the WebAssembly and gives an engine. */
export const createEngine = engineFactory({ read: fetchFile, startWorker });
