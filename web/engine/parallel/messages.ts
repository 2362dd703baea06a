// Messages between the engine and its workers, for attention and for helper threads.
import type { Batch } from './batch.js';
import type { Job, Results } from './work-item.js';

/** First message from the engine to a worker: the compiled WebAssembly module. */
export interface InitMessage {
  kind: 'init';
  compiled: WebAssembly.Module;
}

/** Later messages from the engine to a worker: batches of work items of attention, answered in order. */
export interface WorkMessage {
  kind: 'work';
  /** The attention call that the batch belongs to; null if it is the same as in the previous message. */
  job: Job | null;
  batch: Batch;
}

/** The single message that a helper thread's worker receives from the engine. */
export interface HelperInit {
  kind: 'help';
  /** Compiled module of the multi-threaded engine, which the helper instantiates with the engine's shared memory. */
  compiled: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /**
   * Index of the thread's entry function in the module's function table. The function is called with the argument
   * `helper`.
   */
  entry: number;
  helper: number;
  /** Index, in the module's function table, of the function that is called if the entry function throws. */
  failure: number;
}

/**
 * Messages from a worker to the engine. 'ready': the worker is initialized; 'results': a batch is finished, and its
 * buffers are returned; 'error': a batch has failed.
 */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'results'; results: Results[]; /** the batch's buffers, for reuse */ buffers: Float32Array<ArrayBuffer>[] }
  | { kind: 'error'; name: string; message: string };
