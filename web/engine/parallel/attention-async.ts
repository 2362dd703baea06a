// Asynchronous attention: computed in workers, or on the calling thread in time slices.
import { checkInputs, outputShape, type AttentionInputs } from '../attention/attention-inputs.js';
import type { ScaledDotProductOptions } from '../attention/attention-options.js';
import { partition } from './partition.js';
import { isTraced, multiplyAdds } from './work-item.js';
import { checkOut, type OutOption } from '../core/output-buffer.js';
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { Task } from './task.js';
import { computeInSlices } from './time-slices.js';
import { WorkersUnavailable, type WorkerPool } from './worker-pool.js';
import type { BufferPool } from './buffer-pool.js';
import type { AttentionResult, ScaledDotProductAttention } from '../attention/attention.js';
import type { CheckedMask } from '../attention/mask.js';
import type { Module } from '../runtime/wasm-module.js';
import { orOutOfMemory, sizeOf, zeros, type Tensor, type TensorInput } from '../core/tensor.js';
import { expectLength, expectTypedArray } from '../core/typed-arrays.js';

// Limits in fused multiply-adds (FMA).
/** Below this, about 1 ms, sending the work to a worker takes longer than computing it here. */
const MAX_SYNC_FMA = 2e7;
/** Batch size in a worker: about 50 ms, which bounds how long a worker continues after an abort. */
const MAX_WORKER_FMA = 1e9;
/** Batch size on this thread: about 8 ms, half a frame. */
const MAX_SLICE_FMA = 1.5e8;
/** Maximum share of this thread, about 14 ms; longer work is left to the workers. */
const MAX_SHARED_FMA = 3e8;
/**
 * Maximum number of weights of a batch, 4 MB, if they are materialized; a thread holds three more matrices of the same
 * size.
 */
const MAX_BATCH_WEIGHTS = 2 ** 20;
/** Minimum number of queries; products of a single query would use a different summation order. */
const MIN_TRACED_QUERIES = 8;

/** Resources for computing: this thread's module, and the workers if any. */
export interface AsyncContext {
  module: Module;
  attention: ScaledDotProductAttention;
  pool: WorkerPool | null;
  workers: number;
  /** Running calls. */
  tasks: Set<Task>;
  /** Buffers for the inputs of running calls. */
  buffers: BufferPool;
}

let jobs = 0;

export async function scaledDotProductAttentionAsync(
  threads: AsyncContext,
  query: TensorInput,
  key: TensorInput,
  value: TensorInput,
  options?: ScaledDotProductOptions & OutOption & AsyncOptions,
): Promise<AttentionResult> {
  const { module, attention } = threads;
  const inputs = checkInputs(query, key, value, options, ['out', 'onProgress', 'signal']);
  const async = checkAsyncOptions(inputs.others);
  const shape = outputShape(inputs.sizes);
  const out = checkOut(inputs.others['out'], shape);
  async.signal?.throwIfAborted();
  const { needWeights, variant } = inputs.options;
  if (multiplyAdds(inputs) <= MAX_SYNC_FMA || variant !== null) {
    const result = attention.compute(inputs, out);
    async.onProgress?.(1);
    return result;
  }
  const output = out ? expectTypedArray('out', out, 'Float32Array') : zeros('output', shape);
  const weightsShape = [...shape.slice(0, 3), inputs.sizes.keys];
  const weights = needWeights ? zeros('weights', weightsShape) : new Float32Array();
  const { copies, release } = copyOfInputs(inputs, threads.buffers);
  const job = { id: jobs++, sizes: copies.sizes, options: copies.options };
  const taskFor = (threadCount: number, maxFma: number) => {
    const bounds = isTraced(job)
      ? { queryBlock: MIN_TRACED_QUERIES, maxRows: MAX_BATCH_WEIGHTS / job.sizes.keys }
      : { queryBlock: module.queryBlock, maxRows: Infinity };
    const batches = partition(job, { threads: threadCount, maxFma, ...bounds });
    const task = new Task(job, copies, batches, async, { output, weights });
    threads.tasks.add(task);
    const settled = () => threads.tasks.delete(task);
    task.finished.then(settled, settled);
    return task;
  };
  try {
    await compute(threads, multiplyAdds(job), taskFor);
  } finally {
    release();
  }
  expectLength('out', output, sizeOf(shape));
  const result = { output: { data: out ?? output, shape } };
  return needWeights ? { ...result, weights: { data: weights, shape: weightsShape } } : result;
}

/**
 * Copies the inputs, because the caller may change its arrays during the call.
 * @param buffers pool that provides the arrays; `release` returns them to it
 */
function copyOfInputs(inputs: AttentionInputs, buffers: BufferPool): { copies: AttentionInputs; release: () => void } {
  const taken: Float32Array<ArrayBuffer>[] = [];
  const copy = (name: 'query' | 'key' | 'value'): Tensor => {
    const { data, shape } = inputs[name];
    expectLength(name, data, sizeOf(shape));
    const buffer = orOutOfMemory(name, shape, () => buffers.acquire(data.length));
    taken.push(buffer);
    const copied = buffer.subarray(0, data.length);
    copied.set(data);
    return { data: copied, shape };
  };
  const { mask } = inputs.options;
  const options = mask
    ? { ...inputs.options, mask: { ...mask, data: mask.data.slice() } as CheckedMask }
    : inputs.options;
  const copies = { ...inputs, query: copy('query'), key: copy('key'), value: copy('value'), options };
  const release = () => {
    for (const buffer of taken) buffers.release(buffer);
    buffers.trim();
  };
  return { copies, release };
}

/** Runs a task of `work` FMA. @param taskFor creates it for a number of threads and a maximum batch size in FMA */
async function compute(
  { module, pool, workers }: AsyncContext,
  work: number,
  taskFor: (threads: number, maxFma: number) => Task,
): Promise<Task> {
  const inSlices = async (): Promise<Task> => {
    const task = taskFor(1, MAX_SLICE_FMA);
    await computeInSlices(module, task);
    return task;
  };
  if (!pool) return inSlices();
  // This thread replaces one worker, so that no more than `workers` threads compute; a single worker is kept.
  const beside = Math.max(1, workers - 1);
  const isShared = work / (beside + 1) <= MAX_SHARED_FMA;
  const task = isShared ? taskFor(beside + 1, MAX_SLICE_FMA) : taskFor(workers, MAX_WORKER_FMA);
  try {
    if (isShared) await Promise.all([pool.compute(task, beside), computeInSlices(module, task)]);
    else await pool.compute(task, workers);
    return task;
  } catch (error) {
    if (!(error instanceof WorkersUnavailable)) throw error;
    pool.reportUnavailable(error);
    return inSlices();
  }
}
