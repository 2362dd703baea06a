// A pool of workers, each with its own WebAssembly module, to which attention tasks are distributed.
import { BufferPool } from './buffer-pool.js';
import type { InitMessage, WorkerReply, WorkMessage } from './messages.js';
import { reportUnavailable, type StartWorker, type WorkerHandle } from '../runtime/start-worker.js';
import { createBatch } from './batch.js';
import { keyValueSize, type Job, type WorkItemWithData } from './work-item.js';
import type { Task } from './task.js';

export class WorkersUnavailable extends Error {}

/**
 * Maximum number of batches that a worker has received and not answered: the current one and the next, so that it never
 * waits.
 */
const BATCHES_PER_WORKER = 2;
/**
 * Maximum number of key and value floats that workers have received and not answered, 64 MB. A head with more is sent
 * while no other is on its way.
 */
const MAX_IN_FLIGHT_FLOATS = 2 ** 24;

interface SentBatch {
  task: Task;
  items: readonly WorkItemWithData[];
  keyValueFloats: number;
}

interface PooledWorker {
  handle: WorkerHandle;
  ready: boolean;
  /** Batches that the worker has not answered, in the order in which they were sent. */
  sent: SentBatch[];
  /** Id of the attention call whose key/value head, `keyValueHead`, the worker holds after its last batch. */
  job: number;
  keyValueHead: number;
}

const holds = ({ job, keyValueHead }: PooledWorker, { id }: Job, head: number) => job === id && keyValueHead === head;

const ERRORS: Record<string, new (message: string) => Error> = { RangeError, TypeError };

export class WorkerPool {
  readonly #compiled: WebAssembly.Module;
  readonly #start: StartWorker;
  readonly #workers = new Set<PooledWorker>();
  readonly #buffers = new BufferPool();
  /** Tasks in progress, each with the number of workers that may compute it. */
  readonly #tasks = new Map<Task, number>();
  #hasReported = false;

  constructor(compiled: WebAssembly.Module, start: StartWorker) {
    this.#compiled = compiled;
    this.#start = start;
  }

  /**
   * Computes a task with up to the given number of workers. If several tasks are in progress, the oldest is served
   * first.
   */
  compute(task: Task, workers: number): Promise<void> {
    this.#tasks.set(task, workers);
    const settled = () => {
      this.#tasks.delete(task);
      this.#trimWhenIdle();
    };
    task.finished.then(settled, settled);
    while (this.#workers.size < workers) this.#add();
    this.#dispatch();
    return task.finished;
  }

  /** Warns, once per pool, that workers are unavailable, and suggests a remedy. */
  reportUnavailable({ message }: WorkersUnavailable): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    reportUnavailable(message);
  }

  /** Terminates all workers of the pool; tasks in progress fail. */
  dispose(reason: Error): void {
    for (const { handle } of this.#workers) handle.terminate();
    this.#workers.clear();
    for (const task of this.#tasks.keys()) task.fail(reason);
  }

  #add(): void {
    const worker: PooledWorker = { handle: null!, ready: false, sent: [], job: -1, keyValueHead: -1 };
    worker.handle = this.#start(
      (reply: WorkerReply) => this.#onReply(worker, reply),
      (reason) => this.#onCrash(worker, reason),
    );
    worker.handle.post({ kind: 'init', compiled: this.#compiled } satisfies InitMessage, []);
    this.#workers.add(worker);
  }

  #dispatch(): void {
    // Batches are sent in rounds, so that every worker gets its first batch before any worker gets a second one.
    for (let queued = 0; queued < BATCHES_PER_WORKER; queued++) {
      [...this.#workers].forEach((worker, index) => {
        const task = this.#taskFor(index);
        if (task && worker.sent.length <= queued && this.#hasRoomFor(worker, task)) this.#send(worker, task);
      });
    }
    for (const { handle, sent } of this.#workers) handle.setIdle(sent.length === 0);
  }

  /**
   * Returns the oldest task with pending batches that the worker with the given index may compute; null if there is
   * none.
   */
  #taskFor(index: number): Task | null {
    for (const [task, workers] of this.#tasks) if (task.hasPending && index < workers) return task;
    return null;
  }

  /**
   * True if the worker may receive the task's next batch now: it holds the keys and values, or they fit into the limit
   * for unanswered messages.
   */
  #hasRoomFor(worker: PooledWorker, { job, nextKeyValueHead }: Task): boolean {
    const all = [...this.#workers].flatMap(({ sent }) => sent);
    const inFlight = all.reduce((sum, { keyValueFloats }) => sum + keyValueFloats, 0);
    if (inFlight === 0 || holds(worker, job, nextKeyValueHead)) return true;
    return inFlight + keyValueSize(job) <= MAX_IN_FLIGHT_FLOATS;
  }

  #send(worker: PooledWorker, task: Task): void {
    const isNew = worker.job !== task.job.id;
    const { items, keyValueHead } = task.next(isNew ? -1 : worker.keyValueHead);
    const batch = createBatch(items, this.#buffers);
    worker.handle.post(
      { kind: 'work', job: isNew ? task.job : null, batch } satisfies WorkMessage,
      batch.buffers.map(({ buffer }) => buffer),
    );
    const keyValues = items.filter(({ keyValue }) => keyValue).length;
    worker.sent.push({ task, items, keyValueFloats: keyValues * keyValueSize(task.job) });
    worker.job = task.job.id;
    worker.keyValueHead = keyValueHead;
  }

  #onReply(worker: PooledWorker, reply: WorkerReply): void {
    if (reply.kind === 'ready') {
      worker.ready = true;
      return;
    }
    const { task, items } = worker.sent.shift()!;
    if (reply.kind === 'results') {
      task.receive(items, reply.results);
      for (const buffer of reply.buffers) this.#buffers.release(buffer);
      this.#trimWhenIdle();
    } else {
      task.fail(new (ERRORS[reply.name] ?? Error)(reply.message));
      worker.job = -1; // contents of the worker's memory are now undefined
    }
    this.#dispatch();
  }

  #trimWhenIdle(): void {
    if (this.#tasks.size === 0) this.#buffers.trim();
  }

  #onCrash(worker: PooledWorker, reason: string): void {
    if (!this.#workers.delete(worker)) return;
    worker.handle.terminate();
    if (worker.ready) {
      const error = new Error(`a worker of the engine crashed: ${reason}`);
      for (const { task } of worker.sent) task.fail(error);
      if (this.#taskFor(this.#workers.size)) this.#add();
    } else if (this.#workers.size > 0) {
      for (const { task, items } of worker.sent) task.putBack(items); // other workers compute them
    } else {
      const error = new WorkersUnavailable(`no worker could be started: ${reason}`);
      for (const task of this.#tasks.keys()) task.fail(error);
    }
    this.#dispatch();
  }
}
