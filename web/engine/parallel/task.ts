// A task: an asynchronous attention call, with its pending batches of work items and the results so far.
import { keyValueHeadOf, withData, type Job, type Results, type WorkItem, type WorkItemWithData } from './work-item.js';
import { outputShape, type AttentionInputs } from '../attention/attention-inputs.js';
import { copyInto } from '../core/typed-arrays.js';
import { sizeOf } from '../core/tensor.js';
import type { AsyncOptions } from '../core/async-options.js';

export class Task {
  readonly job: Job;
  /** Promise that is fulfilled when every batch is complete, and rejected if the task fails or is aborted. */
  readonly finished: Promise<void>;
  readonly #inputs: AttentionInputs;
  readonly #results: Results;
  readonly #pending: WorkItem[][];
  readonly #onProgress: ((done: number) => void) | undefined;
  /** Total number of rows of the output; `#completed` is the number of rows computed so far. */
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

  /** True if the task has batches that no thread has taken yet. */
  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Index of the key/value head that the next pending batch needs, counted over all batch entries. */
  get nextKeyValueHead(): number {
    return keyValueHeadOf(this.job, this.#pending[0]![0]!);
  }

  /**
   * Takes the next pending batch. Its items omit the keys and values that the thread already holds.
   * @param heldHead key/value head that the thread holds; −1 if none
   * @returns the batch's items with their data, and the key/value head that the thread holds afterwards
   */
  next(heldHead: number): { items: WorkItemWithData[]; keyValueHead: number } {
    const items = this.#pending.shift()!;
    return {
      items: withData(this.job, items, this.#inputs, this.#results, heldHead),
      keyValueHead: keyValueHeadOf(this.job, items.at(-1)!),
    };
  }

  /** Puts a batch that a thread took but did not compute back at the front of the pending batches. */
  putBack(items: readonly WorkItem[]): void {
    if (!this.#failed) this.#pending.unshift([...items]);
  }

  /** Copies the results of a batch, as a worker has sent them, into the output, and completes the batch. */
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

  /**
   * Completes a batch whose results are in the output: reports the progress, and fulfills the task's promise after the
   * last batch.
   */
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

  /** Rejects the task's promise with the given reason, and discards the pending batches. */
  fail(reason: unknown): void {
    this.#failed = true;
    this.#pending.length = 0;
    this.#settle.reject(reason);
  }
}
