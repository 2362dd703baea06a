// Messages between the engine and its workers.
import type { Batch } from './batch.js';
import type { Job, Results } from './work-item.js';

/** Engine → worker, first message: the compiled module. */
export interface InitMessage {
  compiled: WebAssembly.Module;
}

/** Engine → worker, later messages: batches, answered in order. */
export interface WorkMessage {
  /** The job that the items belong to; null: the job of the previous message. */
  job: Job | null;
  batch: Batch;
}

/** Engine → helper worker, first and last message. */
export interface HelperInit {
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
  | { ready: true }
  | { results: Results[]; /** The batch's buffers, for reuse. */ buffers: Float32Array<ArrayBuffer>[] }
  | { error: { name: string; message: string } };
