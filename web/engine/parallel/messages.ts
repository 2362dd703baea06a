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
  /** Entry function of the thread, as an index in the module's function table. Its argument is `helper`. */
  entry: number;
  helper: number;
  /** Function that is called if the entry function throws, as an index in the module's function table. */
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
