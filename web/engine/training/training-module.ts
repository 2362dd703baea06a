// Loads the WebAssembly module for training.
import createTrainingModule, { type MainModule } from '../wasm/spotlight-training.js';
import type { Module, ReadFile, WasmLoader } from '../runtime/wasm-module.js';
import type { FilesUrl } from '../core/urls.js';
import type { StartWorker } from '../runtime/start-worker.js';
import type { Build } from '../runtime/wasm-features.js';

export type TrainingModule = MainModule;

/** Properties of the engine that its trainers use. */
export interface TrainingEngine {
  build: Build;
  wasmUrl: FilesUrl | undefined;
  wasmLoader: WasmLoader;
  read: ReadFile;
  startWorker: StartWorker;
  /** Number of the engine's workers for asynchronous calls. */
  workers: number;
  /** Returns the engine's WebAssembly module; throws an error if the engine has been disposed of. */
  live: () => Module;
}

/** Cache of compiled training modules, by the URL of their .wasm file. */
const loaded = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Compiles the WebAssembly module for training.
 * @param wasm compiled training module or its bytes; undefined for the file that matches the engine's build
 */
export async function compileTraining(
  { build, wasmUrl, wasmLoader, read }: TrainingEngine,
  wasm: unknown,
): Promise<WebAssembly.Module> {
  if (wasm !== undefined) return wasmLoader.compile(wasm);
  const { href } = wasmLoader.urlOfWasm(`training-${build}`, wasmUrl);
  const known = loaded.get(href);
  if (known) return known;
  const compiled = wasmLoader.load(`training-${build}`, wasmUrl, read);
  loaded.set(href, compiled);
  compiled.catch(() => loaded.delete(href)); // a later call may try again
  return compiled;
}

/** Instantiates the training module with its own memory, which is freed when the trainer is disposed of. */
export const instantiateTraining = (
  compiled: WebAssembly.Module,
  { instantiateWith }: Pick<WasmLoader, 'instantiateWith'>,
): Promise<TrainingModule> =>
  instantiateWith<TrainingModule>(
    { create: createTrainingModule, file: 'spotlight-training-….wasm', has: 'TrainingSession' },
    compiled,
  );
