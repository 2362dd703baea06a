// Long asynchronous attention computations, in workers or on the calling thread in time slices. This module is loaded
// on demand.
import type { AttentionInputs } from '../attention/attention-inputs.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { StartWorker } from '../runtime/start-worker.js';
import type { Module } from '../runtime/wasm-module.js';
import { partition } from './partition.js';
import { Task } from './task.js';
import { computeInSlices } from './time-slices.js';
import { isTraced, multiplyAdds, type Job, type Results } from './work-item.js';
import { WorkersUnavailable, WorkerPool } from './worker-pool.js';

/**
 * Maximum size of a worker's batch, in fused multiply-adds: about 50 ms. A worker finishes its current batch even if
 * the call is aborted.
 */
const MAX_WORKER_FMA = 1e9;
/** Maximum size of a batch that the calling thread computes, in fused multiply-adds: about 8 ms, half a frame. */
const MAX_SLICE_FMA = 1.5e8;
/**
 * Maximum size of the calling thread's share of a task, in fused multiply-adds, about 14 ms. If its share would be
 * larger, only the workers compute.
 */
const MAX_SHARED_FMA = 3e8;
/**
 * Maximum number of attention weights in a batch if every step is stored: 4 MB as float32. A thread holds three more
 * matrices of this size.
 */
const MAX_BATCH_WEIGHTS = 2 ** 20;
/**
 * Number of queries at whose multiples work items start if every step is stored. Work items are not single queries,
 * since a product with a single query adds its terms in a different order.
 */
const MIN_TRACED_QUERIES = 8;

/**
 * Resources for attention computations: the calling thread's module, and the module, number and start function of the
 * workers.
 */
export interface Resources {
  module: Module;
  /** Compiled module for the workers; null if there are no workers. */
  compiled: WebAssembly.Module | null;
  workers: number;
  startWorker: StartWorker;
}

type CreateTask = (threads: number, maxFma: number) => Task;

export class ParallelAttention {
  readonly #module: Module;
  readonly #workers: number;
  readonly #pool: WorkerPool | null;
  readonly #tasks = new Set<Task>();
  #jobs = 0;

  constructor({ module, compiled, workers, startWorker }: Resources) {
    this.#module = module;
    this.#workers = workers;
    this.#pool = compiled ? new WorkerPool(compiled, startWorker) : null;
  }

  /** Computes attention into `results`. The inputs must not change until the promise settles. */
  async compute(inputs: AttentionInputs, async: AsyncOptions, results: Results): Promise<void> {
    async.signal?.throwIfAborted();
    const job = { id: this.#jobs++, sizes: inputs.sizes, options: inputs.options };
    const createTask: CreateTask = (threads, maxFma) => {
      const batches = partition(job, { threads, maxFma, ...this.#bounds(job) });
      const task = new Task(job, inputs, batches, async, results);
      this.#tasks.add(task);
      const settled = () => this.#tasks.delete(task);
      task.finished.then(settled, settled);
      return task;
    };
    const pool = this.#pool;
    if (!pool) return computeInSlices(this.#module, createTask(1, MAX_SLICE_FMA));
    try {
      await this.#computeInWorkers(pool, multiplyAdds(job), createTask);
    } catch (error) {
      if (!(error instanceof WorkersUnavailable)) throw error;
      pool.reportUnavailable(error);
      await computeInSlices(this.#module, createTask(1, MAX_SLICE_FMA));
    }
  }

  /** Terminates the workers; attention calls in progress fail. */
  dispose(reason: Error): void {
    for (const task of this.#tasks) task.fail(reason);
    this.#pool?.dispose(reason);
  }

  /**
   * Bounds on the batches of an attention call: the multiples at which its work items start, and the maximum number of
   * queries. Within them, results are bitwise equal to those of an undivided computation.
   */
  #bounds(job: Job): { queryBlock: number; maxRows?: number } {
    return isTraced(job)
      ? { queryBlock: MIN_TRACED_QUERIES, maxRows: MAX_BATCH_WEIGHTS / job.sizes.keys }
      : { queryBlock: this.#module.queryBlock };
  }

  /**
   * Computes a task in the workers. The calling thread takes part if its share is short.
   * @param work size of the task in fused multiply-adds
   */
  async #computeInWorkers(pool: WorkerPool, work: number, createTask: CreateTask): Promise<void> {
    // Number of workers beside the calling thread. It replaces one worker, so that no more than `workers` threads
    // compute, but at least one worker remains.
    const beside = Math.max(1, this.#workers - 1);
    if (work / (beside + 1) > MAX_SHARED_FMA)
      return pool.compute(createTask(this.#workers, MAX_WORKER_FMA), this.#workers);
    const task = createTask(beside + 1, MAX_SLICE_FMA);
    await Promise.all([pool.compute(task, beside), computeInSlices(this.#module, task)]);
  }
}
