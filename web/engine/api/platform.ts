// Differences between a browser and Node.
import type { FilesUrl } from '../core/urls.js';
import type { StartWorker } from '../runtime/start-worker.js';
import type { ReadFile, WasmLoader } from '../runtime/wasm-module.js';
import type { OpenLocal } from '../weights/reading.js';

export interface Platform {
  read: ReadFile;
  /** Node's. */
  openLocal?: OpenLocal | undefined;
  /** Node's: the URL of a file or a folder. */
  urlOfPath?: ((path: string) => URL) | undefined;
  startWorker: StartWorker;
  /** The number of workers, where none is asked for. Default 1. */
  workers?: number;
  /** Number of threads of the processor. */
  processors: () => number;
}

/** The platform, and where the .wasm files are. */
export interface EngineFiles extends Platform {
  wasmUrl: FilesUrl | undefined;
  wasmLoader: WasmLoader;
}
