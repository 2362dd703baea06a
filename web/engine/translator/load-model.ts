// The program of `engine.loadModel`. In the engine's own script: a program that awaits a part at its top level, built by Rollup
// into one file with the engine, would wait for itself.
import { readModelFiles, type ModelFiles } from './model-files.js';
import { TransformerModel } from './transformer-model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';

/** @param live the engine's module; throws if the engine has been disposed of */
export async function loadModel(
  files: ModelFiles | undefined,
  { read, live }: { read: ReadFile; live: () => Module },
): Promise<TransformerModel> {
  const parts = await readModelFiles(files, read);
  return new TransformerModel(live(), parts);
}
