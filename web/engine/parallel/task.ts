// One asynchronous attention on its way: which bundles of parts are still to be given out, and what has come back.
import { bundleOf, firstRow, keyHeadOf, pieces, type Bundle, type Job, type Part } from './parts.js';
import type { Numbers, Spares } from './spares.js';
import { outputShape, type AttentionInputs } from '../attention.js';
import { sizeOf } from '../tensor.js';

/** Options of the asynchronous calls. */
export interface AsyncOptions {
  /** Is called now and then with the share that is done, from 0 to 1. */
  onProgress?: (done: number) => void;
  /** Stops the work; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
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
  readonly #all: number;
  #done = 0;
  #failed = false;
  #settle!: { resolve: () => void; reject: (reason: unknown) => void };

  constructor(
    job: Job,
    inputs: AttentionInputs,
    bundles: Part[][],
    { onProgress, signal }: AsyncOptions,
    out: Float32Array | null,
  ) {
    this.job = job;
    this.#inputs = inputs;
    this.#waiting = bundles;
    this.#all = bundles.length;
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

  /** The next bundle for a worker that holds the keys of this head of keys (−1: of none). */
  next(heldKeyHead: number, spares: Spares): { bundle: Bundle; keyHead: number } {
    const parts = this.#waiting.shift()!;
    const bundle = bundleOf(this.job, parts, this.#inputs, heldKeyHead, spares);
    return { bundle, keyHead: keyHeadOf(this.job, parts.at(-1)!) };
  }

  /** Takes the outputs of a bundle, which lie one behind the other. */
  take(parts: readonly Part[], numbers: Numbers): void {
    if (this.#failed) return;
    const { valueDim } = this.job.sizes;
    const output = pieces(numbers);
    for (const part of parts) this.output.set(output(part.queries * valueDim), firstRow(this.job, part) * valueDim);
    this.#done += 1;
    try {
      this.#onProgress?.(this.#done / this.#all);
    } catch (error) {
      this.fail(error);
    }
    if (this.#done === this.#all) this.#settle.resolve(); // or nothing, where it has just failed
  }

  /** Gives nothing out any more. */
  fail(reason: unknown): void {
    this.#failed = true;
    this.#waiting.length = 0;
    this.#settle.reject(reason);
  }
}
