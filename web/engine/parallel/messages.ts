// The messages between the engine and its workers.
import type { Batch } from './batch.js';
import type { Job, Results } from './work-item.js';

/** Engine → worker, first: the compiled module. */
export interface InitMessage {
  compiled: WebAssembly.Module;
}

/** Engine → worker, then: batches, answered in order. */
export interface WorkMessage {
  /** The job that the items belong to; null: the job of the previous message. */
  job: Job | null;
  batch: Batch;
}

/** Engine → a worker that is a helper of it, first and last. */
export interface HelperInit {
  /** The module with threads, and the memory that it has there. */
  compiled: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The function to call, by its number in the table of functions, and its argument. */
  entry: number;
  helper: number;
  /** The function to call if that one throws. */
  failure: number;
}

/** Worker → engine: it is initialized; the results of a batch, in its buffers; or the error of a batch. */
export type WorkerReply =
  | { ready: true }
  | { results: Results[]; /** The batch's buffers, for reuse. */ buffers: Float32Array<ArrayBuffer>[] }
  | { error: { name: string; message: string } };
