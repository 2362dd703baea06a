// What `engine.loadModel` calls. A model may bring its program, as `defaultModel` does.
import type { Model } from './model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

/** What loading needs of the engine. */
export interface Loader {
  read: ReadFile;
  openLocal?: OpenLocal | undefined;
  urlOfPath?: ((path: string) => URL) | undefined;
  /** The module; throws if the engine has been disposed of in the meantime. */
  live: () => Module;
}

export type LoadModel<Loaded extends Model> = (files: unknown, loader: Loader, options?: unknown) => Promise<Loaded>;
