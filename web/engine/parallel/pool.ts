// Workers, each with a module of its own, and the tasks that are spread over them.
import { Spares } from './spares.js';
import type { Answer, StartWorker, WorkerHandle } from './messages.js';
import { bundleOf } from './bundle.js';
import { headSize, type Job, type PartToDo } from './parts.js';
import type { Task } from './task.js';

/** No worker could be started here. */
export class WorkersUnavailable extends Error {}

/** Bundles that a worker has before it: one to compute, one so that it need not wait for the next. */
const BUNDLES_AHEAD = 2;
/** Numbers of keys and values on their way at once, 64 MB: of long ones one copy travels, from worker to worker. */
const MOST_ON_THEIR_WAY = 2 ** 24;

interface Sent {
  task: Task;
  parts: readonly PartToDo[];
  /** How many numbers of keys and values came with them. */
  keyValues: number;
}

interface PooledWorker {
  handle: WorkerHandle;
  ready: boolean;
  /** What it has been sent and has not answered, in order. */
  sent: Sent[];
  /** The attention and the head of keys that it will hold when it has done all that. */
  job: number;
  keyHead: number;
}

const holds = ({ job, keyHead }: PooledWorker, { id }: Job, head: number) => job === id && keyHead === head;

const ERRORS: Record<string, new (message: string) => Error> = { RangeError, TypeError };

export class WorkerPool {
  readonly #compiled: WebAssembly.Module;
  readonly #start: StartWorker;
  readonly #workers = new Set<PooledWorker>();
  readonly #spares = new Spares();
  /** Those on their way, and how many workers each may have at once. */
  readonly #tasks = new Map<Task, number>();

  constructor(compiled: WebAssembly.Module, start: StartWorker) {
    this.#compiled = compiled;
    this.#start = start;
  }

  /** Computes a task with so many workers; several may be on their way, the first comes first. */
  compute(task: Task, workers: number): Promise<void> {
    this.#tasks.set(task, workers);
    const settled = () => {
      this.#tasks.delete(task);
      this.#tidy();
    };
    task.finished.then(settled, settled);
    while (this.#workers.size < workers) this.#add();
    this.#giveOut();
    return task.finished;
  }

  /** Ends all workers; what is on its way fails. */
  dispose(reason: Error): void {
    for (const { handle } of this.#workers) handle.terminate();
    this.#workers.clear();
    for (const task of this.#tasks.keys()) task.fail(reason);
  }

  #add(): void {
    const worker: PooledWorker = { handle: null!, ready: false, sent: [], job: -1, keyHead: -1 };
    worker.handle = this.#start(
      (answer) => this.#onAnswer(worker, answer),
      (reason) => this.#onCrash(worker, reason),
    );
    worker.handle.post({ compiled: this.#compiled }, []);
    this.#workers.add(worker);
  }

  #giveOut(): void {
    // Round by round, so that every worker has its first bundle before one has its second.
    for (let ahead = 0; ahead < BUNDLES_AHEAD; ahead++) {
      [...this.#workers].forEach((worker, index) => {
        const task = this.#taskFor(index);
        if (task && worker.sent.length <= ahead && this.#hasRoomFor(worker, task)) this.#send(worker, task);
      });
    }
    for (const { handle, sent } of this.#workers) handle.setIdle(sent.length === 0);
  }

  /** The first task that waits and that the worker with this index may work at. */
  #taskFor(index: number): Task | null {
    for (const [task, workers] of this.#tasks) if (task.waits && index < workers) return task;
    return null;
  }

  /** Whether the keys that a task's next parts bring may travel now. */
  #hasRoomFor(worker: PooledWorker, { job, nextKeyHead }: Task): boolean {
    const all = [...this.#workers].flatMap(({ sent }) => sent);
    const onTheirWay = all.reduce((sum, { keyValues }) => sum + keyValues, 0);
    if (onTheirWay === 0 || holds(worker, job, nextKeyHead)) return true;
    return onTheirWay + headSize(job) <= MOST_ON_THEIR_WAY;
  }

  #send(worker: PooledWorker, task: Task): void {
    const isNew = worker.job !== task.job.id;
    const { parts, keyHead } = task.next(isNew ? -1 : worker.keyHead);
    const bundle = bundleOf(parts, this.#spares);
    worker.handle.post(
      { job: isNew ? task.job : null, bundle },
      bundle.arrays.map(({ buffer }) => buffer),
    );
    worker.sent.push({ task, parts, keyValues: parts.filter(({ keyValue }) => keyValue).length * headSize(task.job) });
    worker.job = task.job.id;
    worker.keyHead = keyHead;
  }

  #onAnswer(worker: PooledWorker, answer: Answer): void {
    if ('ready' in answer) {
      worker.ready = true;
      return;
    }
    const { task, parts } = worker.sent.shift()!;
    if ('outputs' in answer) {
      task.take(parts, answer.outputs);
      for (const array of answer.spares) this.#spares.give(array);
      this.#tidy();
    } else {
      task.fail(new (ERRORS[answer.error.name] ?? Error)(answer.error.message));
      worker.job = -1; // what it holds now is not what was meant
    }
    this.#giveOut();
  }

  #tidy(): void {
    if (this.#tasks.size === 0) this.#spares.trim();
  }

  #onCrash(worker: PooledWorker, reason: string): void {
    if (!this.#workers.delete(worker)) return;
    worker.handle.terminate();
    const error = worker.ready
      ? new Error(`a worker of the engine crashed: ${reason}`)
      : new WorkersUnavailable(`no worker could be started: ${reason}`);
    for (const { task } of worker.sent) task.fail(error);
    if (!worker.ready) for (const task of this.#tasks.keys()) task.fail(error);
    else if (this.#taskFor(this.#workers.size)) this.#add();
    this.#giveOut();
  }
}
