// An engine with several threads: the module whose memory is shared, and the workers that compute in it as well.
import createThreadedModule, { type MainModule } from '../wasm/spotlight-threads.js';
import { instantiateWith } from '../runtime/wasm-module.js';
import type { StartWorker, WorkerHandle } from '../runtime/start-worker.js';
import type { HelperInit } from './messages.js';

export interface ThreadedModule {
  readonly module: MainModule;
  /** Ends the helpers, and with them the use of the module. */
  dispose(): void;
}

/**
 * @param compiled the module with threads
 * @param threads this one and its helpers
 * @throws Error if a worker cannot be started
 */
export async function startThreads(
  compiled: WebAssembly.Module,
  threads: number,
  start: StartWorker,
): Promise<ThreadedModule> {
  let memory: WebAssembly.Memory;
  const module = await instantiateWith<MainModule>(
    createThreadedModule,
    compiled,
    (imports) => (memory = memoryIn(imports)),
  );
  const handles: WorkerHandle[] = [];
  const dispose = () => handles.forEach((handle) => handle.terminate());
  const startHelper = () =>
    new Promise<void>((resolve, reject) => {
      const handle = start(
        () => resolve(),
        (reason) =>
          reject(new Error(`threads: expected ${threads - 1} workers, but one could not be started: ${reason}`)),
      );
      handles.push(handle);
      handle.post({ compiled, memory, ...nextHelper(module) } satisfies HelperInit, []);
    });
  try {
    await Promise.all(Array.from({ length: threads - 1 }, startHelper));
  } catch (error) {
    dispose();
    throw error;
  }
  for (const handle of handles) handle.setIdle(true); // the process may end, whatever they do
  return { module, dispose };
}

const nextHelper = (module: MainModule) => ({ entry: module.helperEntry(), helper: module.addHelper() });

const memoryIn = (imports: WebAssembly.Imports): WebAssembly.Memory =>
  Object.values(imports)
    .flatMap((each) => Object.values(each))
    .find((each) => each instanceof WebAssembly.Memory)!;
