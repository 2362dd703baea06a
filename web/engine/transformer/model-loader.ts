// Interface of the function that loads a model for `engine.loadModel`. `defaultModel` contains its own such function.
import type { Model } from './model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

/** Parts of the engine that are needed to load a model. */
export interface Loader {
  read: ReadFile;
  openLocal?: OpenLocal | undefined;
  urlOfPath?: ((path: string) => URL) | undefined;
  /**
   * Returns the engine's WebAssembly module; throws an error if the engine has been disposed of while the model is
   * loaded.
   */
  live: () => Module;
}

export type LoadModel<Loaded extends Model> = (files: unknown, loader: Loader, options?: unknown) => Promise<Loaded>;
