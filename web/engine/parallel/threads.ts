// A multi-threaded engine: the WebAssembly module with shared memory, and the workers of its helper threads.
import createThreadedModule, { type MainModule } from '../wasm/spotlight-threads.js';
import type { ReadFile, WasmLoader } from '../runtime/wasm-module.js';
import type { FilesUrl } from '../core/urls.js';
import type { StartWorker, WorkerHandle } from '../runtime/start-worker.js';
import type { Build } from '../runtime/wasm-features.js';
import type { HelperInit } from './messages.js';

interface Files {
  wasmUrl: FilesUrl | undefined;
  wasmLoader: WasmLoader;
  read: ReadFile;
  startWorker: StartWorker;
}

export interface ThreadedModule {
  readonly module: MainModule;
  /** Terminates the workers of the helper threads. The module is unusable afterwards. */
  dispose(): void;
}

/**
 * Starts a multi-threaded engine.
 * @param threads number of threads, including the calling one
 * @throws Error if the module cannot be loaded, its memory cannot be allocated, or a worker cannot be started
 */
export async function startThreads(build: Build, threads: number, files: Files): Promise<ThreadedModule> {
  const compiled = await files.wasmLoader.load(`threads-${build}`, files.wasmUrl, files.read);
  const { module, memory } = await instantiate(compiled, files.wasmLoader);
  const handles: WorkerHandle[] = [];
  const dispose = () => handles.forEach((handle) => handle.terminate());
  try {
    await Promise.all(
      Array.from({ length: threads - 1 }, () =>
        startHelper(files.startWorker, { kind: 'help', compiled, memory, ...nextHelper(module) }, handles),
      ),
    );
  } catch (error) {
    dispose();
    throw error;
  }
  for (const handle of handles) handle.setIdle(true); // helper threads do not keep the process from exiting
  return { module, dispose };
}

async function instantiate(
  compiled: WebAssembly.Module,
  { instantiateWith }: WasmLoader,
): Promise<{ module: MainModule; memory: WebAssembly.Memory }> {
  let memory: WebAssembly.Memory;
  const module = await instantiateWith<MainModule>(
    { create: createThreadedModule, file: 'spotlight-threads-….wasm', has: 'addHelper' },
    compiled,
    (imports) => (memory = memoryIn(imports)),
  ).catch((cause: unknown) => {
    throw new Error(`threads: expected shared memory, got ${String(cause)}`, { cause });
  });
  return { module, memory: memory! };
}

const memoryIn = (imports: WebAssembly.Imports): WebAssembly.Memory =>
  Object.values(imports)
    .flatMap((each) => Object.values(each))
    .find((each) => each instanceof WebAssembly.Memory)!;

const nextHelper = (module: MainModule) => ({
  entry: module.helperEntry(),
  failure: module.helperFailure(),
  helper: module.addHelper(),
});

/** Starts the worker of a helper thread. The promise resolves when the thread is ready. */
const startHelper = (start: StartWorker, init: HelperInit, handles: WorkerHandle[]) =>
  new Promise<void>((resolve, reject) => {
    const fail = (reason: string) =>
      reject(
        new Error(
          `threads: a worker could not be started: ${reason}. configure({ workerUrl }) says where dist/engine/worker.js is; ` +
            "in a browser, its response too needs 'Cross-Origin-Embedder-Policy: require-corp'",
        ),
      );
    const handle = start(() => resolve(), fail);
    handles.push(handle);
    handle.post(init, []);
  });
