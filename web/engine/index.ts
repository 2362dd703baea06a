// Entry point of 'attention-spotlight' in browsers, also used by bundlers that target browsers.
import { engineFactory } from './api/create-engine.js';
import { fetchFile } from './runtime/wasm-module.js';
import { startWorker } from './parallel/start-worker.js';

export * from './api/public-api.js';

/** Loads the engine's WebAssembly module and creates an engine. */
export const createEngine = engineFactory({
  read: fetchFile,
  startWorker,
  processors: () => globalThis.navigator?.hardwareConcurrency ?? 1,
});
