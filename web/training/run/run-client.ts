// The page's connection to the training worker: starts the worker, sends it requests, and records its replies.
import { RunLog } from './run-log.js';
import { startTrainingWorker } from './start-worker.js';
import type { Moment } from './moments.js';
import type { Reply, Request, SavedModel } from './messages.js';
import type { Settings } from '../settings.js';

interface Waiting {
  resolve: (saved: SavedModel) => void;
  reject: (error: Error) => void;
}

export class RunClient {
  readonly #onChange: (moments: readonly Moment[]) => void;
  #worker: Worker | null = null;
  #number = 0;
  #log: RunLog | null = null;
  #previous: RunLog | null = null;
  /** Pending calls of `save`, which wait for the worker's reply. */
  readonly #onSaved: Waiting[] = [];
  /** Resolves the pending call of `complete`, which waits for the end of its training run; null if there is none. */
  #onEnd: ((log: RunLog | null) => void) | null = null;

  /**
   * Creates a connection that starts the worker with the first request.
   * @param onChange called after every reply of the worker, with the new named moments of the training run
   */
  constructor(onChange: (moments: readonly Moment[]) => void) {
    this.#onChange = onChange;
  }

  /** Record of the current training run; null if there is none yet. */
  get log(): RunLog | null {
    return this.#log;
  }

  /**
   * Record of the previous training run, drawn for comparison; null unless it was on the same task and has at least one
   * step.
   */
  get previous(): RunLog | null {
    return this.#previous;
  }

  /** Starts a new training run with random weights, in place of the current one. */
  create(settings: Settings): RunLog {
    this.#end(null);
    for (const { reject } of this.#onSaved.splice(0)) reject(new Error('another run was begun'));
    if (this.#log && this.#log.step > 0) this.#previous = this.#log;
    if (this.#previous?.task.name !== settings.task) this.#previous = null;
    this.#log = new RunLog(settings);
    this.#post({ kind: 'create', run: ++this.#number, settings });
    this.#onChange([]);
    return this.#log;
  }

  play(until = Infinity): void {
    const log = this.#log;
    if (!log || log.status === 'diverged' || log.status === 'failed') return;
    log.status = 'playing';
    this.#playUntil(log, until);
    this.#onChange([]);
  }

  pause(): void {
    if (this.#log) this.#log.until = this.#log.step; // a pause by the user takes precedence over the automatic pause
    this.#post({ kind: 'pause' });
  }

  step(): void {
    this.#post({ kind: 'step' });
  }

  /**
   * Starts a new training run, and trains for a number of steps.
   * @returns record of the run when it has ended; null if another run has replaced it in the meantime
   */
  complete(settings: Settings, steps: number): Promise<RunLog | null> {
    this.create(settings);
    this.play(steps);
    return new Promise((resolve) => (this.#onEnd = resolve));
  }

  save(): Promise<SavedModel> {
    this.#post({ kind: 'save' });
    return new Promise((resolve, reject) => this.#onSaved.push({ resolve, reject }));
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #playUntil(log: RunLog, until: number): void {
    log.until = until;
    this.#post({ kind: 'play', until });
  }

  #post(request: Request): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = startTrainingWorker();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#receive({ kind: 'failed', run: this.#number, message: event.message || 'the worker could not be loaded' });
    };
    return worker;
  }

  #receive(reply: Reply): void {
    const log = this.#log;
    if (!log || reply.run !== this.#number) return; // the reply belongs to a previous run
    if (reply.kind === 'saved') this.#onSaved.shift()?.resolve(reply);
    const wasPlaying = log.status === 'playing';
    const moments = log.receive(reply);
    // The user may have pressed play before the worker had created the run; its status then stays 'playing'.
    if (reply.kind === 'created' && wasPlaying) log.status = 'playing';
    // When the task is solved, schedules an automatic pause. This happens only once, so that the user can continue
    // training.
    const isSolved = moments.some(({ name }) => name === 'solved');
    if (isSolved && log.status === 'playing' && log.until === Infinity) this.#playUntil(log, log.enough);
    this.#onChange(moments);
    if (reply.kind === 'paused' || reply.kind === 'diverged' || reply.kind === 'failed') this.#end(log);
  }

  #end(log: RunLog | null): void {
    const end = this.#onEnd;
    this.#onEnd = null;
    end?.(log);
  }
}
