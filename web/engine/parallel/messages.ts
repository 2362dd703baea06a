// Messages between the engine and its workers.
import type { Batch } from './batch.js';
import type { Job, Results } from './work-item.js';

/** Engine → worker, first message: the compiled module. */
export interface InitMessage {
  kind: 'init';
  compiled: WebAssembly.Module;
}

/** Engine → worker, later messages: batches, answered in order. */
export interface WorkMessage {
  kind: 'work';
  /** The job that the items belong to; null: the job of the previous message. */
  job: Job | null;
  batch: Batch;
}

/** Engine → helper worker, first and last message. */
export interface HelperInit {
  kind: 'help';
  /** The module with threads, and its shared memory. */
  compiled: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Entry function, as an index in the function table, and its argument. */
  entry: number;
  helper: number;
  /** Function to call if the entry function throws, as an index in the function table. */
  failure: number;
}

/**
 * Messages from a worker to the engine: it is initialized; a batch is finished, with the results in its buffers; or a
 * batch has failed.
 */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'results'; results: Results[]; /** The batch's buffers, for reuse. */ buffers: Float32Array<ArrayBuffer>[] }
  | { kind: 'error'; name: string; message: string };
