// `import … from 'attention-spotlight/engine-inline'`: the engine and its WebAssembly in one module that asks for no file. For a
// worker of one's own, bundlers that copy nothing, bundles of servers, test runners, and pages without a bundler.
import { configure, urlOfWorker } from '../engine/package-files.js';
import { engineFactory } from '../engine/api/create-engine.js';
import { fetchFile } from '../engine/runtime/wasm-module.js';
import { PACKED, unpack } from './unpack.js';
import { startWith } from '../engine/parallel/start-worker.js';

export * from '../engine/api/public-api.js';

configure({ wasmUrl: (file) => PACKED + file });

/** None is inside: who is here is in a worker of their own, or has none. */
function createWorker(): Worker {
  const url = urlOfWorker();
  if (!url) throw new Error('engine-inline has no worker inside');
  return new Worker(url, { type: 'module' });
}

/** Creates an engine with the WebAssembly that is inside. Unlike elsewhere, `workers` is 0 unless set. */
export const createEngine = engineFactory({
  read: (url) => (url.protocol === PACKED ? unpack(url.pathname) : fetchFile(url)),
  startWorker: startWith(createWorker),
  workers: 0,
  processors: () => 1,
});
