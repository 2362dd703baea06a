// What `engine.loadModel` does. It is loaded with the first model.
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
