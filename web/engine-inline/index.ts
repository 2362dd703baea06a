// The module 'attention-spotlight/engine-inline': the engine and its WebAssembly in one self-contained module. It is
// for custom workers, bundlers that copy no assets, server bundles, test runners, and pages without a bundler.
import { configure, urlOfWorker } from '../engine/package-files.js';
import { engineFactory } from '../engine/api/create-engine.js';
import { fetchFile } from '../engine/runtime/wasm-module.js';
import { PACKED, unpack } from './unpack.js';
import { startWith } from '../engine/parallel/start-worker.js';

export * from '../engine/api/public-api.js';

configure({ wasmUrl: (file) => PACKED + file });

/**
 * Starts the worker that `configure` has set. None is embedded, because this module usually runs in a custom worker, or
 * without workers.
 */
function createWorker(): Worker {
  const url = urlOfWorker();
  if (!url) throw new Error('engine-inline has no worker inside');
  return new Worker(url, { type: 'module' });
}

/** Creates an engine with the embedded WebAssembly. Unlike in the other modules, the default of `workers` is 0. */
export const createEngine = engineFactory({
  read: (url) => (url.protocol === PACKED ? unpack(url.pathname) : fetchFile(url)),
  startWorker: startWith(createWorker),
  workers: 0,
  processors: () => 1,
});
