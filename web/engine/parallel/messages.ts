// Messages between the engine and its workers.
import type { Batch } from './batch.js';
import type { Job, Results } from './work-item.js';

/** First message from the engine to a worker: the compiled module. */
export interface InitMessage {
  kind: 'init';
  compiled: WebAssembly.Module;
}

/** Later messages from the engine to a worker: batches of work items, answered in order. */
export interface WorkMessage {
  kind: 'work';
  /** The attention call that the items belong to; null for that of the previous message. */
  job: Job | null;
  batch: Batch;
}

/** Only message from the engine to a helper thread's worker. */
export interface HelperInit {
  kind: 'help';
  /** The multi-threaded module and its shared memory. */
  compiled: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The thread's entry function, as an index in the function table, and its argument. */
  entry: number;
  helper: number;
  /** Function to call if the entry function throws, as an index in the function table. */
  failure: number;
}

/**
 * Messages from a worker to the engine: the worker is initialized; a batch is finished, with its results in the
 * buffers; or a batch has failed.
 */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'results'; results: Results[]; /** the batch's buffers, for reuse */ buffers: Float32Array<ArrayBuffer>[] }
  | { kind: 'error'; name: string; message: string };
