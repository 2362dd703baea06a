// A computation in the worker, with its progress, its result, and a way to stop it.
import { messageOf } from '../engine/core/file-contents.js';

export type TaskStatus = 'idle' | 'running' | 'done' | 'stopped' | 'failed';

/** Abort signal and progress callback, which a computation in the worker gets. */
export interface Running<Value> {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, partial: Value | undefined) => void;
}

export class Task<Value> {
  status: TaskStatus = 'idle';
  /** Share of the computation that is completed, from 0 to 1. */
  done = 0;
  /** The result; during the computation, the part that is known so far, or the previous result. */
  value: Value | null = null;
  error = '';
  readonly #changed: () => void;
  #abort = new AbortController();
  /** Key of the computation that was started last, which identifies its inputs. */
  #key = '';

  readonly #keeps: boolean;

  /**
   * Creates a task without a computation.
   * @param changed called after each change of progress or result
   * @param keeps true if the previous result remains the value until the next one arrives
   */
  constructor(changed: () => void, keeps = false) {
    this.#changed = changed;
    this.#keeps = keeps;
  }

  /**
   * Starts the computation, unless it was already started with the same key.
   * @param key identifies the computation's inputs
   */
  start(key: string, compute: (running: Running<Value>) => Promise<Value>): void {
    if (key === this.#key && this.status !== 'idle') return;
    const before = this.#keeps ? this.value : null;
    this.reset();
    this.value = before;
    this.#key = key;
    const abort = this.#abort;
    this.status = 'running';
    const onProgress = (done: number, partial: Value | undefined) => {
      if (abort.signal.aborted) return;
      this.done = done;
      if (partial !== undefined) this.value = partial;
      this.#changed();
    };
    compute({ signal: abort.signal, onProgress }).then(
      (value) => this.#end(abort, 'done', () => (this.value = value)),
      (error: unknown) =>
        this.#end(abort, 'failed', () => {
          this.value = null;
          this.error = messageOf(error);
        }),
    );
    this.#changed();
  }

  /** Stops the computation. The part of the result that is known so far remains. */
  stop(): void {
    if (this.status !== 'running') return;
    this.#abort.abort();
    this.status = 'stopped';
    this.#changed();
  }

  reset(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    Object.assign(this, { status: 'idle', done: 0, value: null, error: '' });
    this.#key = '';
  }

  #end(abort: AbortController, status: TaskStatus, keep: () => void): void {
    if (abort.signal.aborted) return;
    keep();
    this.status = status;
    this.#changed();
  }
}
