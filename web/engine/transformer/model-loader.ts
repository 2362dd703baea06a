// The program of a model, which `engine.loadModel` calls; `defaultModel` brings its own.
import type { Model } from './model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

/** Parts of the engine that loading needs. */
export interface Loader {
  read: ReadFile;
  openLocal?: OpenLocal | undefined;
  urlOfPath?: ((path: string) => URL) | undefined;
  /** The module; throws if the engine has been disposed of in the meantime. */
  live: () => Module;
}

export type LoadModel<Loaded extends Model> = (files: unknown, loader: Loader, options?: unknown) => Promise<Loaded>;
