// One asynchronous attention on its way: which bundles of parts are still to be given out, and what has come back.
import { describe } from '../checks.js';
import { keyHeadOf, partsToDo, type Job, type Part, type PartToDo } from './parts.js';
import { outputShape, type AttentionInputs } from '../attention.js';
import { sizeOf } from '../tensor.js';

/** Options of the asynchronous calls. */
export interface AsyncOptions {
  /** Is called now and then with the share that is done, from 0 to 1. */
  onProgress?: (done: number) => void;
  /** Stops the work; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

export function checkAsyncOptions(options: AsyncOptions = {}): AsyncOptions {
  const { onProgress, signal } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress: expected a function, got ${describe(onProgress)}`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`signal: expected an AbortSignal, got ${describe(signal)}`);
  }
  return options;
}

export class Task {
  readonly job: Job;
  /** [batch, heads, queries, valueDim] */
  readonly output: Float32Array;
  /** Fulfilled when every part has come back. */
  readonly finished: Promise<void>;
  readonly #inputs: AttentionInputs;
  readonly #waiting: Part[][];
  readonly #onProgress: ((done: number) => void) | undefined;
  /** Rows of the output: all of them, and those that are there. */
  readonly #rows: number;
  #done = 0;
  #failed = false;
  #settle!: { resolve: () => void; reject: (reason: unknown) => void };

  constructor(
    job: Job,
    inputs: AttentionInputs,
    waiting: Part[][],
    { onProgress, signal }: AsyncOptions,
    out: Float32Array | null,
  ) {
    this.job = job;
    this.#inputs = inputs;
    this.#waiting = waiting;
    this.#rows = sizeOf(outputShape(job.sizes)) / job.sizes.valueDim;
    this.#onProgress = onProgress;
    this.output = out ?? new Float32Array(sizeOf(outputShape(job.sizes)));
    this.finished = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    const abort = () => this.fail(signal!.reason);
    signal?.addEventListener('abort', abort);
    const settled = () => signal?.removeEventListener('abort', abort);
    this.finished.then(settled, settled);
  }

  /** Whether there is still something to give out. */
  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /** The head of keys that the next part hears. */
  get nextKeyHead(): number {
    return keyHeadOf(this.job, this.#waiting[0]![0]!);
  }

  /** The next parts, for a thread that holds the keys of this head of keys (−1: of none), and what it holds then. */
  next(heldKeyHead: number): { parts: PartToDo[]; keyHead: number } {
    const parts = this.#waiting.shift()!;
    return {
      parts: partsToDo(this.job, parts, this.#inputs, this.output, heldKeyHead),
      keyHead: keyHeadOf(this.job, parts.at(-1)!),
    };
  }

  /** Takes the outputs of parts that were given out together. */
  take(parts: readonly PartToDo[], outputs: readonly Float32Array[]): void {
    if (this.#failed) return;
    parts.forEach(({ output }, at) => output.set(outputs[at]!));
    this.done(parts);
  }

  /** The outputs of parts that were given out together are where they belong. */
  done(parts: readonly PartToDo[]): void {
    if (this.#failed) return;
    for (const { queries } of parts) this.#done += queries;
    try {
      this.#onProgress?.(this.#done / this.#rows);
    } catch (error) {
      this.fail(error);
    }
    if (this.#done === this.#rows) this.#settle.resolve(); // or nothing, where it has just failed
  }

  /** Gives nothing out any more. */
  fail(reason: unknown): void {
    this.#failed = true;
    this.#waiting.length = 0;
    this.#settle.reject(reason);
  }
}
