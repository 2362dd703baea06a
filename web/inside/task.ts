// Something that is computed in the worker: how far it has come, what it gave, and how it is stopped.
import { messageOf } from '../engine/core/file-contents.js';

export type TaskStatus = 'idle' | 'running' | 'done' | 'stopped' | 'failed';

/** Arguments of a computation. */
export interface Running<Value> {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, partial: Value | undefined) => void;
}

export class Task<Value> {
  status: TaskStatus = 'idle';
  /** Completed share, from 0 to 1. */
  done = 0;
  /** The result, or while it is computed what is known of it. */
  value: Value | null = null;
  error = '';
  readonly #changed: () => void;
  #abort = new AbortController();
  /** Key of the input that the value belongs to. */
  #key = '';

  readonly #keeps: boolean;

  /**
   * @param changed called after each change
   * @param keeps true if the result before stays until the next one has come
   */
  constructor(changed: () => void, keeps = false) {
    this.#changed = changed;
    this.#keeps = keeps;
  }

  /** Computes, unless the same has been computed, stopped, or is under way. @param key says what is computed */
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

  /** Ends the computation; what is known stays. */
  stop(): void {
    if (this.status !== 'running') return;
    this.#abort.abort();
    this.status = 'stopped';
    this.#changed();
  }

  /** Forgets everything, and ends the computation. */
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
