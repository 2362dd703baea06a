// Differences between a browser and Node.
import type { FilesUrl } from '../core/urls.js';
import type { StartWorker } from '../runtime/start-worker.js';
import type { ReadFile, WasmLoader } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

export interface Platform {
  read: ReadFile;
  /** Opens a local file; only in Node. */
  openLocal?: OpenLocal | undefined;
  /** Converts the path of a file or a folder to a URL; only in Node. */
  urlOfPath?: ((path: string) => URL) | undefined;
  startWorker: StartWorker;
  /** Default number of workers; 1 if omitted. */
  workers?: number;
  processors: () => number;
}

/** A platform, and the location of the .wasm files. */
export interface EngineFiles extends Platform {
  wasmUrl: FilesUrl | undefined;
  wasmLoader: WasmLoader;
}
