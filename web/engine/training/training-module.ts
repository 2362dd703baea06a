// The WebAssembly module of training.
import createTrainingModule, { type MainModule } from '../wasm/spotlight-training.js';
import { instantiateWith, load, type ReadFile } from '../runtime/wasm-module.js';
import type { FilesUrl } from '../core/urls.js';
import type { Build } from '../runtime/wasm-features.js';

export type TrainingModule = MainModule;

/** Where modules come from: those of the engine that creates a trainer. */
export interface ModuleSource {
  build: Build;
  wasmUrl: FilesUrl | undefined;
  read: ReadFile;
}

/** A module with a memory of its own: what a trainer holds is freed with it. */
export async function trainingModule({ build, wasmUrl, read }: ModuleSource): Promise<TrainingModule> {
  return instantiateWith(createTrainingModule, await load(`training-${build}`, wasmUrl, read));
}
