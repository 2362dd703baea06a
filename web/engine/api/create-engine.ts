// `createEngine`: what its options mean, and what it loads.
import { describe, expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import type { FilesUrl } from '../core/urls.js';
import type { WasmFile } from '../package-files.js';
import { WorkerPool } from '../parallel/worker-pool.js';
import { canShareMemory, isNotIsolated, type Build } from '../runtime/wasm-features.js';
import { chooseBuild, compile, instantiate, load } from '../runtime/wasm-module.js';
import { Engine } from './engine.js';
import type { Platform } from './platform.js';

/** Options of `createEngine`. */
export interface EngineOptions {
  /** The build: 'simd', 'relaxed' (with relaxed SIMD), or 'auto', the best that is supported. Default 'auto'. */
  build?: Build | 'auto';
  /**
   * The location of the .wasm files: their folder, or a function from file name to URL. Default: what `configure` says, or
   * beside the script.
   */
  wasmUrl?: FilesUrl;
  /**
   * The WebAssembly itself, compiled or as bytes, where it cannot be loaded from a URL (Cloudflare Workers). `build` then
   * says which of the two it is; default 'simd'.
   */
  wasm?: WebAssembly.Module | BufferSource;
  /**
   * The number of workers for asynchronous calls, each with its own memory, started on first use. With 0, asynchronous
   * calls compute on this thread in time slices. No cross-origin isolation is needed. Default 1.
   */
  workers?: number;
  /**
   * The number of threads that compute each synchronous call, of models above all: this one, and workers that share its
   * memory. More than one take cross-origin isolation in a browser, and a module of their own; the numbers are the same.
   * 'auto': as many as the processor has, at most 8, where memory can be shared, and otherwise 1. Default 1.
   */
  threads?: number | 'auto';
}

const MAX_WORKERS = 64;
const MAX_THREADS = 64;
/** More are of use for large models only, and leave fewer to the page. */
const MAX_AUTOMATIC_THREADS = 8;

/**
 * The number of threads of an engine.
 * @throws RangeError or Error where memory cannot be shared
 */
function chooseThreads(requested: unknown, processors: () => number): number {
  if (requested === 'auto') return canShareMemory() ? Math.min(processors(), MAX_AUTOMATIC_THREADS) : 1;
  if (typeof requested !== 'number') {
    throw new TypeError(`threads: expected 'auto' or a number, got ${describe(requested)}`);
  }
  const threads = expectWholeNumber('threads', requested, 1, MAX_THREADS);
  if (threads === 1 || canShareMemory()) return threads;
  const why = isNotIsolated()
    ? 'a page has only if it is cross-origin isolated: served with ' +
      "'Cross-Origin-Opener-Policy: same-origin' and 'Cross-Origin-Embedder-Policy: require-corp'"
    : 'there is not here: no SharedArrayBuffer';
  throw new Error(`threads: ${threads} need a memory in common, which ${why}. 'auto' does without`);
}

/** Returns the `createEngine` of a platform. */
export function engineFactory(platform: Platform): (options?: EngineOptions) => Promise<Engine> {
  return async (value) => {
    const options = expectOptions('options', value, ['build', 'wasm', 'wasmUrl', 'workers', 'threads']);
    const requested = expectOneOf('build', options['build'] ?? 'auto', ['auto', 'simd', 'relaxed']);
    const workers = expectWholeNumber('workers', options['workers'] ?? 1, 0, MAX_WORKERS);
    const { wasm, wasmUrl } = options;
    if (wasm !== undefined && wasmUrl !== undefined) throw new TypeError('wasm: expected it or wasmUrl, got both');
    const threads = chooseThreads(options['threads'] ?? 1, wasm === undefined ? platform.processors : () => 1);
    if (wasm !== undefined && threads > 1) throw new TypeError('wasm: expected it or threads, got both');
    const build = wasm === undefined || requested !== 'auto' ? chooseBuild(requested) : 'simd';
    const files = { ...platform, wasmUrl: wasmUrl as FilesUrl | undefined };
    const read = (file: WasmFile) => load(file, files.wasmUrl, files.read);
    const [compiled, withThreads] = await Promise.all([
      wasm === undefined ? read(build) : compile(wasm), // without threads, for the workers of asynchronous calls
      threads > 1 ? read(`threads-${build}`) : null,
    ]);
    const pool = workers > 0 ? new WorkerPool(compiled, files.startWorker) : null;
    const parts = withThreads
      ? await startThreads(withThreads, threads, files.startWorker)
      : { module: await instantiate(compiled), dispose: () => undefined };
    return new Engine({ ...parts, build, threads }, files, workers, pool);
  };
}

/** Loads its glue when it is needed. */
async function startThreads(...args: Parameters<typeof import('../parallel/threads.js').startThreads>) {
  const { startThreads: start } = await import('../parallel/threads.js');
  return start(...args);
}
