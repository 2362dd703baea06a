// The WebAssembly module of training.
import createTrainingModule, { type MainModule } from '../wasm/spotlight-training.js';
import { compile, instantiateWith, load, type Module, type ReadFile } from '../runtime/wasm-module.js';
import type { FilesUrl } from '../core/urls.js';
import type { Build } from '../runtime/wasm-features.js';

export type TrainingModule = MainModule;

/** What a trainer has of the engine that creates it. */
export interface TrainingEngine {
  build: Build;
  wasmUrl: FilesUrl | undefined;
  read: ReadFile;
  /** The engine's module; throws if the engine has been disposed of. */
  live: () => Module;
}

/**
 * A module with a memory of its own: what a trainer holds is freed with it.
 * @param wasm the compiled module or its bytes; undefined: the file of the engine's build
 */
export async function trainingModule({ build, wasmUrl, read }: TrainingEngine, wasm: unknown): Promise<TrainingModule> {
  const compiled = wasm === undefined ? load(`training-${build}`, wasmUrl, read) : compile(wasm);
  return instantiateWith(createTrainingModule, await compiled);
}
