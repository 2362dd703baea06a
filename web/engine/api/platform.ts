// Interface to the platform, a browser or Node: how each reads files and starts workers.
import type { FilesUrl } from '../core/urls.js';
import type { StartWorker } from '../runtime/start-worker.js';
import type { ReadFile, WasmLoader } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

export interface Platform {
  read: ReadFile;
  /** Opens a local file; undefined in a browser. */
  openLocal?: OpenLocal | undefined;
  /** Converts the path of a local file or folder to a URL; undefined in a browser. */
  urlOfPath?: ((path: string) => URL) | undefined;
  startWorker: StartWorker;
  /** Default number of an engine's workers for asynchronous calls; 1 if omitted. */
  workers?: number;
  processors: () => number;
}

/** Platform with the location of the .wasm files, and the function that loads them. */
export interface EngineFiles extends Platform {
  wasmUrl: FilesUrl | undefined;
  wasmLoader: WasmLoader;
}
