// Interface of the code that loads a model for `engine.loadModel`; `defaultModel` provides its own.
import type { Model } from './model.js';
import type { Module, ReadFile } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

/** The engine's parts that are needed to load a model. */
export interface Loader {
  read: ReadFile;
  openLocal?: OpenLocal | undefined;
  urlOfPath?: ((path: string) => URL) | undefined;
  /** Returns the WebAssembly module; throws an error if the engine has meanwhile been disposed of. */
  live: () => Module;
}

export type LoadModel<Loaded extends Model> = (files: unknown, loader: Loader, options?: unknown) => Promise<Loaded>;
