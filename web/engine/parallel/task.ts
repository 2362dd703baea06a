// A task: an asynchronous attention call with its pending batches and the results so far.
import { keyValueHeadOf, withData, type Job, type Results, type WorkItem, type WorkItemWithData } from './work-item.js';
import { outputShape, type AttentionInputs } from '../attention/attention-inputs.js';
import { copyInto } from '../core/typed-arrays.js';
import { sizeOf } from '../core/tensor.js';
import type { AsyncOptions } from '../core/async-options.js';

export class Task {
  readonly job: Job;
  /** Fulfilled when every batch is complete. */
  readonly finished: Promise<void>;
  readonly #inputs: AttentionInputs;
  readonly #results: Results;
  readonly #pending: WorkItem[][];
  readonly #onProgress: ((done: number) => void) | undefined;
  /** Number of output rows: total, and completed so far. */
  readonly #rows: number;
  #completed = 0;
  #failed = false;
  #settle!: { resolve: () => void; reject: (reason: unknown) => void };

  constructor(
    job: Job,
    inputs: AttentionInputs,
    batches: WorkItem[][],
    { onProgress, signal }: AsyncOptions,
    results: Results,
  ) {
    this.job = job;
    this.#inputs = inputs;
    this.#pending = batches;
    this.#rows = sizeOf(outputShape(job.sizes)) / job.sizes.valueDim;
    this.#onProgress = onProgress;
    this.#results = results;
    this.finished = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    const abort = () => this.fail(signal!.reason);
    signal?.addEventListener('abort', abort);
    const settled = () => signal?.removeEventListener('abort', abort);
    this.finished.then(settled, settled);
  }

  /** True if the task has batches that no thread has taken. */
  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Index of the key/value head that the next batch needs. */
  get nextKeyValueHead(): number {
    return keyValueHeadOf(this.job, this.#pending[0]![0]!);
  }

  /**
   * Takes the next batch for a thread that already holds the given key/value head (−1 if none). Also returns the head
   * that the thread holds afterwards.
   */
  next(heldHead: number): { items: WorkItemWithData[]; keyValueHead: number } {
    const items = this.#pending.shift()!;
    return {
      items: withData(this.job, items, this.#inputs, this.#results, heldHead),
      keyValueHead: keyValueHeadOf(this.job, items.at(-1)!),
    };
  }

  /** Returns a batch that was not computed to the pending ones. */
  putBack(items: readonly WorkItem[]): void {
    if (!this.#failed) this.#pending.unshift([...items]);
  }

  /** Copies the results of a batch into the output and completes the batch. */
  receive(items: readonly WorkItemWithData[], results: readonly Results[]): void {
    if (this.#failed) return;
    try {
      items.forEach(({ output, weights }, at) => {
        copyInto(output, 'out', results[at]!.output);
        copyInto(weights, 'weights', results[at]!.weights);
      });
    } catch (error) {
      this.fail(error);
    }
    this.complete(items);
  }

  /** Completes a batch whose results are already in the output. */
  complete(items: readonly WorkItemWithData[]): void {
    if (this.#failed) return;
    for (const { queries } of items) this.#completed += queries;
    try {
      this.#onProgress?.(this.#completed / this.#rows);
    } catch (error) {
      this.fail(error);
    }
    if (this.#completed === this.#rows) this.#settle.resolve(); // has no effect if onProgress has thrown
  }

  /** Rejects the task's promise and discards its pending batches. */
  fail(reason: unknown): void {
    this.#failed = true;
    this.#pending.length = 0;
    this.#settle.reject(reason);
  }
}
