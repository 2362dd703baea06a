// The page's side of training: starts the worker, asks it for runs, and keeps what it says.
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
  /** What waits for a model. */
  readonly #onSaved: Waiting[] = [];
  /** What waits for the end of training. */
  #onEnd: ((log: RunLog | null) => void) | null = null;

  /** @param onChange after everything that the worker says, with the named moments that it brought */
  constructor(onChange: (moments: readonly Moment[]) => void) {
    this.#onChange = onChange;
  }

  /** The run that is shown; null: none yet. */
  get log(): RunLog | null {
    return this.#log;
  }

  /** The run before, if it took any steps, to compare with. */
  get previous(): RunLog | null {
    return this.#previous;
  }

  /** A new run, from random weights. */
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
    if (this.#log) this.#log.until = this.#log.step; // and not until what it learns meanwhile is enough
    this.#post({ kind: 'pause' });
  }

  step(): void {
    this.#post({ kind: 'step' });
  }

  /** Trains a new run for so many steps. @returns null if another run has taken its place meanwhile */
  complete(settings: Settings, steps: number): Promise<RunLog | null> {
    this.create(settings);
    this.play(steps);
    return new Promise((resolve) => (this.#onEnd = resolve));
  }

  /** The model as it is now. */
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
    if (!log || reply.run !== this.#number) return; // of a run before
    if (reply.kind === 'saved') this.#onSaved.shift()?.resolve(reply);
    const wasPlaying = log.status === 'playing';
    const moments = log.receive(reply);
    if (reply.kind === 'created' && wasPlaying) log.status = 'playing'; // `play` came before it was there
    // What is learned has been seen; who plays on after that means it.
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
