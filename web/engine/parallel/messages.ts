// What the engine and its workers say to each other.
import type { Bundle } from './bundle.js';
import type { Job } from './parts.js';
import type { Numbers } from './spares.js';

/** To a worker: first the module to compute with … */
export interface Begin {
  compiled: WebAssembly.Module;
}

/** … then bundles of parts, to be answered in their order. */
export interface Work {
  /** The attention they are of; null: that of the bundle before. */
  job: Job | null;
  bundle: Bundle;
}

/** From a worker: that it has begun; the outputs of a bundle's parts, in its arrays; or what is wrong with one. */
export type Answer =
  | { ready: true }
  | { outputs: Float32Array[]; /** The bundle's arrays, which can travel again. */ spares: Numbers[] }
  | { error: { name: string; message: string } };

/** A worker as the engine sees it, in a browser or in Node. */
export interface WorkerHandle {
  post(message: Begin | Work, transfer: ArrayBuffer[]): void;
  /** Whether the program may end although this worker is there (Node). */
  setIdle(idle: boolean): void;
  terminate(): void;
}

/** Starts a worker. `onCrash` is called when it cannot start or ends without being told to. */
export type StartWorker = (onAnswer: (answer: Answer) => void, onCrash: (reason: string) => void) => WorkerHandle;
