// Interface of the code that loads a model, called by `engine.loadModel`; `defaultModel` provides its own.
import type { Model } from './model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

/** Parts of the engine required for loading. */
export interface Loader {
  read: ReadFile;
  openLocal?: OpenLocal | undefined;
  urlOfPath?: ((path: string) => URL) | undefined;
  /** Returns the module; throws if the engine has been disposed of in the meantime. */
  live: () => Module;
}

export type LoadModel<Loaded extends Model> = (files: unknown, loader: Loader, options?: unknown) => Promise<Loaded>;
