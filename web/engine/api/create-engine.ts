// `createEngine`, which checks its options, loads the .wasm file and starts threads.
import { describe, expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import type { FilesUrl } from '../core/urls.js';
import { canShareMemory, isNotIsolated, type Build } from '../runtime/wasm-features.js';
import { chooseBuild, compile, instantiate, load, wasmLoader } from '../runtime/wasm-module.js';
import { Engine } from './engine.js';
import type { EngineFiles, Platform } from './platform.js';

/** Options of `createEngine`. */
export interface EngineOptions {
  /**
   * Build of the engine's .wasm file: 'simd', 'relaxed' (with relaxed SIMD), or 'auto', the best that is supported.
   * Default 'auto'.
   */
  build?: Build | 'auto';
  /**
   * Location of the .wasm files: their folder, or a function from file name to URL. Default: the location set by
   * `configure`, or the folder of this script.
   */
  wasmUrl?: FilesUrl;
  /**
   * Compiled WebAssembly module, or the bytes of a .wasm file, where it cannot be loaded from a URL (Cloudflare
   * Workers). `build` then identifies the build; default 'simd'.
   */
  wasm?: WebAssembly.Module | BufferSource;
  /**
   * Number of workers for asynchronous calls, each with its own memory, started on first use. With 0, asynchronous
   * calls compute on the calling thread in time slices. Does not need cross-origin isolation. Default 1.
   */
  workers?: number;
  /**
   * Number of threads for synchronous calls: the calling thread and workers that share its memory. In a browser, more
   * than one thread requires cross-origin isolation. 'auto': one per logical processor, at most 8; 1 where memory
   * cannot be shared. Default 1.
   */
  threads?: number | 'auto';
}

const MAX_WORKERS = 64;
const MAX_THREADS = 64;
/**
 * Maximum number of threads with `threads: 'auto'`. More would only speed up large models, and leave less of the
 * processor to the page.
 */
const MAX_AUTOMATIC_THREADS = 8;

/** Checks the option `threads`. Returns the requested number of threads, or null for 'auto'. */
function checkThreads(requested: unknown): number | null {
  if (requested === 'auto') return null;
  if (typeof requested !== 'number') {
    throw new TypeError(`threads: expected 'auto' or a number, got ${describe(requested)}`);
  }
  return expectWholeNumber('threads', requested, 1, MAX_THREADS);
}

/**
 * Checks that memory can be shared if several threads are requested.
 * @throws Error that tells how to make memory shareable
 */
function expectSharedMemory(threads: number): void {
  if (threads === 1 || canShareMemory()) return;
  const why = isNotIsolated()
    ? 'the page is not cross-origin isolated: it has to be served with ' +
      "'Cross-Origin-Opener-Policy: same-origin' and 'Cross-Origin-Embedder-Policy: require-corp'"
    : 'SharedArrayBuffer is not available here';
  throw new Error(`threads: expected 1, got ${threads}: ${why}. 'auto' takes 1`);
}

/** Instantiates the engine's WebAssembly module for the calling thread only. */
async function onOneThread(compiled: WebAssembly.Module) {
  return { module: await instantiate(compiled), threads: 1, dispose: () => undefined };
}

/** Starts the engine's WebAssembly module with several threads. The code for threads is loaded on demand. */
async function onThreads(build: Build, threads: number, files: EngineFiles) {
  const { startThreads } = await import('../parallel/threads.js');
  return { ...(await startThreads(build, threads, files)), threads };
}

/**
 * Starts the engine with as many threads as the processor has, up to the maximum. Returns null if that is one thread,
 * or if threads cannot be started.
 */
async function onAutomaticThreads(build: Build, files: EngineFiles) {
  const threads = Math.min(files.processors(), MAX_AUTOMATIC_THREADS);
  if (threads === 1 || !canShareMemory()) return null;
  return onThreads(build, threads, files).catch((error: unknown) => {
    console.warn(`attention-spotlight: ${(error as Error).message}. The engine has one thread`);
    return null;
  });
}

/** Returns the `createEngine` function for a platform, a browser or Node. */
export function engineFactory(platform: Platform): (options?: EngineOptions) => Promise<Engine> {
  return async (value) => {
    const { wasm, wasmUrl, ...options }: Record<string, unknown> = {
      build: 'auto',
      workers: platform.workers ?? 1,
      threads: 1,
      ...expectOptions('options', value, ['build', 'wasm', 'wasmUrl', 'workers', 'threads']),
    };
    const requested = expectOneOf('build', options['build'], ['auto', 'simd', 'relaxed']);
    const workers = expectWholeNumber('workers', options['workers'], 0, MAX_WORKERS);
    const threads = checkThreads(options['threads']);
    const files = { ...platform, wasmUrl: wasmUrl as FilesUrl | undefined, wasmLoader };
    if (wasm !== undefined) {
      if (wasmUrl !== undefined) throw new TypeError('wasm: expected it or wasmUrl, got both');
      if (threads !== null && threads > 1) throw new TypeError(`threads: expected 1 with wasm, got ${threads}`);
      const build = requested === 'auto' ? 'simd' : chooseBuild(requested);
      const compiled = await compile(wasm);
      const forWorkers = workers > 0 ? compiled : null;
      return new Engine({ ...(await onOneThread(compiled)), compiled: forWorkers, build }, files, workers);
    }
    expectSharedMemory(threads ?? 1);
    const build = chooseBuild(requested);
    const several = await (threads === null
      ? onAutomaticThreads(build, files)
      : threads > 1
        ? onThreads(build, threads, files)
        : null);
    if (several && workers === 0) return new Engine({ ...several, compiled: null, build }, files, workers);
    // The compiled single-threaded module. The workers of asynchronous calls use it even if the engine has several
    // threads.
    const compiled = await load(build, files.wasmUrl, files.read);
    const forWorkers = workers > 0 ? compiled : null;
    const parts = several ?? (await onOneThread(compiled));
    return new Engine({ ...parts, compiled: forWorkers, build }, files, workers);
  };
}
