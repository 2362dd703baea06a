// The trainer's side of the worker that computes the second half of each batch. If the worker cannot start or fails,
// the trainer computes both halves, with bitwise equal results.
import { reportUnavailable, type StartWorker, type WorkerHandle } from '../runtime/start-worker.js';
import type { CheckedBatch } from './training-batch.js';
import type { Half, HalfReply, HalfRequest, TrainingInit } from './half-messages.js';

export class SecondWorker {
  #handle: WorkerHandle | null;
  #isReady = false;
  /** Buffer that carries weights to the worker and gradients back. It is detached while the worker computes. */
  #numbers: Float32Array<ArrayBuffer> | null = null;
  /** Resolves the promise of the worker's computation in progress; null if there is none. */
  #resolve: ((half: Half | null) => void) | null = null;

  constructor(start: StartWorker, init: TrainingInit) {
    this.#handle = start(
      (reply: HalfReply) => this.#receive(reply),
      (reason) => this.#fail(reason),
    );
    this.#handle.post(init, []);
    this.#handle.setIdle(true);
  }

  /** True if the worker is initialized and not computing. */
  get isFree(): boolean {
    return this.#isReady && this.#resolve === null;
  }

  /**
   * Computes the second half of a batch in the worker. Call it only if `isFree`.
   * @param weights all weights, which are copied
   * @param steps number of completed training steps
   * @returns null if the worker has failed
   */
  compute(
    weights: Float32Array,
    steps: number,
    { inputs, targets, sources, ...sizes }: CheckedBatch,
  ): Promise<Half | null> {
    const numbers = (this.#numbers ??= new Float32Array(weights.length));
    numbers.set(weights);
    // The arrays of the batch are copied before their buffers are transferred, since they are views of arrays that stay
    // in this thread.
    const batch = { inputs: inputs.slice(), targets: targets.slice(), sources: sources.slice(), ...sizes };
    const buffers = [numbers, batch.inputs, batch.targets, batch.sources].map(({ buffer }) => buffer);
    this.#handle!.setIdle(false);
    this.#handle!.post({ kind: 'half', steps, batch, numbers } satisfies HalfRequest, buffers);
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Terminates the worker. The promise of a computation in progress resolves with null. */
  dispose(): void {
    this.#handle?.terminate();
    this.#handle = null;
    this.#isReady = false;
    this.#settle(null);
  }

  #receive(reply: HalfReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#isReady = true;
        break;
      case 'failure':
        this.#fail(reply.reason);
        break;
      case 'half':
        this.#numbers = reply.numbers;
        this.#handle?.setIdle(true);
        this.#settle(reply);
    }
  }

  #fail(reason: string): void {
    if (!this.#handle) return;
    if (this.#isReady)
      console.warn(
        `attention-spotlight: the second worker of a trainer failed: ${reason}. The trainer goes on without`,
      );
    else reportUnavailable(`no worker could be started: ${reason}`);
    this.dispose();
  }

  #settle(half: Half | null): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.(half);
  }
}
