// An attention whose promise is kept while the page goes on: in workers, or on this thread in slices.
import { attend, checkInputs, outputShape, type AttentionResult } from '../attention.js';
import { canBeFused, type ScaledDotProductOptions } from '../attention-options.js';
import { cut } from './cut.js';
import { multiplyAdds } from './parts.js';
import { computeInSlices } from './slices.js';
import { checkOut, expectApart, type OutOption } from '../out.js';
import { sumsUp } from '../pattern.js';
import { checkAsyncOptions, Task, type AsyncOptions } from './task.js';
import { WorkersUnavailable, type WorkerPool } from './pool.js';
import type { AttentionCall } from '../wasm/spotlight.js';
import type { Module } from '../load.js';
import type { Tensor } from '../tensor.js';

/** Up to here, about a millisecond of work, a worker would take longer than it saves. */
const AT_ONCE = 2e7;
/** What a worker does between two looks at what is next: some 50 ms, the longest that a cancelled one goes on. */
const MOST_IN_A_WORKER = 1e9;
/** What this thread does before it lets others have their turn: some 8 ms, half a frame. */
const MOST_IN_A_SLICE = 1.5e8;
/** The most that this thread takes a share of, itself included: some 14 ms, in slices. What is longer is the workers'. */
const MOST_TO_SHARE = 3e8;
/** What computes: the module of this thread, and the workers if there are any. */
export interface Threads {
  module: Module;
  call: AttentionCall;
  pool: WorkerPool | null;
  workers: number;
}

let jobs = 0;

export async function scaledDotProductAttentionAsync(
  threads: Threads,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options?: ScaledDotProductOptions & OutOption & AsyncOptions,
): Promise<AttentionResult> {
  const { module, call } = threads;
  const inputs = checkInputs(query, key, value, options, ['out', 'onProgress', 'signal']);
  const async = checkAsyncOptions(options);
  const shape = outputShape(inputs.sizes);
  const out = checkOut(options, shape);
  expectApart(out, { query, key, value });
  async.signal?.throwIfAborted();
  const job = { id: jobs++, sizes: inputs.sizes, options: inputs.options };
  const work = multiplyAdds(job);
  if (work <= AT_ONCE || !canBeFused(inputs.options) || sumsUp(inputs.options.pattern)) {
    const result = attend(module, call, inputs, out);
    async.onProgress?.(1);
    return result;
  }
  const taskFor = (count: number, most: number) =>
    new Task(job, inputs, cut(job, { threads: count, most, queryBlock: module.queryBlock }), async, out);
  const { output } = await compute(threads, work, taskFor);
  return { output: { data: output, shape } };
}

/** Computes a task of so many multiply-adds, made for so many threads and at most so many multiply-adds at once. */
async function compute(
  { module, pool, workers }: Threads,
  work: number,
  taskFor: (threads: number, most: number) => Task,
): Promise<Task> {
  const inSlices = async (): Promise<Task> => {
    const task = taskFor(1, MOST_IN_A_SLICE);
    await computeInSlices(module, task);
    return task;
  };
  if (!pool) return inSlices();
  // This thread takes the place of a worker, so that no more threads compute than there are workers; a sole one stays.
  const beside = Math.max(1, workers - 1);
  const isShared = work / (beside + 1) <= MOST_TO_SHARE;
  const task = isShared ? taskFor(beside + 1, MOST_IN_A_SLICE) : taskFor(workers, MOST_IN_A_WORKER);
  try {
    if (isShared) await Promise.all([pool.compute(task, beside), computeInSlices(module, task)]);
    else await pool.compute(task, workers);
    return task;
  } catch (error) {
    if (error instanceof WorkersUnavailable) return inSlices();
    throw error;
  }
}
