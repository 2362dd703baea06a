// An attention whose promise is kept while the page goes on: in workers, or on this thread in slices.
import { attend, checkInputs, outputShape, type AttentionResult } from '../attention.js';
import { canBeFused, type ScaledDotProductOptions } from '../attention-options.js';
import { describe, expectObject } from '../checks.js';
import { bundlesOf, multiplyAdds } from './parts.js';
import { computeInSlices } from './slices.js';
import { expectOut, splitOut, type OutOption } from '../out.js';
import { sumsUp } from '../pattern.js';
import { Task, type AsyncOptions } from './task.js';
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
/** Bundles per worker, so that the last ones do not leave a worker without work for long. */
const BUNDLES_PER_WORKER = 4;

/** What computes: the module of this thread, and the workers if there are any. */
export interface Threads {
  module: Module;
  call: AttentionCall;
  pool: WorkerPool | null;
  workers: number;
}

let jobs = 0;

function splitOptions(options: unknown): { async: AsyncOptions; rest: unknown } {
  if (options === undefined) return { async: {}, rest: undefined };
  const { onProgress, signal, ...rest } = expectObject('options', options);
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress: expected a function, got ${describe(onProgress)}`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`signal: expected an AbortSignal, got ${describe(signal)}`);
  }
  return { async: { onProgress, signal } as AsyncOptions, rest };
}

export async function scaledDotProductAttentionAsync(
  { module, call, pool, workers }: Threads,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  options?: ScaledDotProductOptions & OutOption & AsyncOptions,
): Promise<AttentionResult> {
  const { async, rest: others } = splitOptions(options);
  const { out, rest } = splitOut(others);
  const inputs = checkInputs(query, key, value, rest);
  const shape = outputShape(inputs.sizes);
  expectOut(out, shape);
  async.signal?.throwIfAborted();
  const job = { id: jobs++, sizes: inputs.sizes, options: inputs.options };
  const work = multiplyAdds(job);
  if (work <= AT_ONCE || !canBeFused(inputs.options) || sumsUp(inputs.options.pattern)) {
    const result = attend(module, call, inputs, out);
    async.onProgress?.(1);
    return result;
  }
  const task = (most: number) =>
    new Task(job, inputs, bundlesOf(job, Math.min(most, MOST_IN_A_WORKER), module.queryBlock), async, out);
  const inSlices = async () => {
    const sliced = task(MOST_IN_A_SLICE);
    await computeInSlices(module, sliced);
    return sliced;
  };
  const inWorkers = async (workerPool: WorkerPool) => {
    const spread = task(work / workers / BUNDLES_PER_WORKER);
    try {
      await workerPool.compute(spread);
      return spread;
    } catch (error) {
      if (error instanceof WorkersUnavailable) return inSlices();
      throw error;
    }
  };
  const { output } = await (pool ? inWorkers(pool) : inSlices());
  return { output: { data: output, shape } };
}
