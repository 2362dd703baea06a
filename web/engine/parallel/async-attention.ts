// Asynchronous attention. Short computations run immediately; the code for longer ones is loaded on demand.
import { checkInputs, outputShape, type AttentionInputs } from '../attention/attention-inputs.js';
import type { ScaledDotProductOptions } from '../attention/attention-options.js';
import { multiplyAdds } from './work-item.js';
import { checkOut, type OutOption } from '../core/output-buffer.js';
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { BufferPool } from './buffer-pool.js';
import type { AttentionResult, ScaledDotProductAttention } from '../attention/attention.js';
import type { CheckedMask } from '../attention/mask.js';
import { orOutOfMemory, sizeOf, zeros, type Tensor, type TensorInput } from '../core/tensor.js';
import { expectLength, expectTypedArray } from '../core/typed-arrays.js';
import type { ParallelAttention, Resources } from './parallel-attention.js';

/**
 * Maximum size of an attention call that is computed on the calling thread at once, in fused multiply-adds, about 1 ms.
 * Sending less work to a worker takes longer than computing it.
 */
const MAX_SYNC_FMA = 2e7;

export class AsyncAttention {
  readonly #attention: ScaledDotProductAttention;
  readonly #resources: Resources;
  /** Pool of buffers that hold copies of the inputs of attention calls in progress. */
  readonly #buffers = new BufferPool();
  #parallel: Promise<ParallelAttention> | null = null;
  #disposed: Error | null = null;

  constructor(attention: ScaledDotProductAttention, resources: Resources) {
    this.#attention = attention;
    this.#resources = resources;
  }

  async forward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption & AsyncOptions,
  ): Promise<AttentionResult> {
    const inputs = checkInputs(query, key, value, options, ['out', 'onProgress', 'signal']);
    const async = checkAsyncOptions(inputs.others);
    const shape = outputShape(inputs.sizes);
    const out = checkOut(inputs.others['out'], shape);
    async.signal?.throwIfAborted();
    const { needWeights, variant } = inputs.options;
    if (multiplyAdds(inputs) <= MAX_SYNC_FMA || variant !== null) {
      const result = this.#attention.compute(inputs, out);
      async.onProgress?.(1);
      return result;
    }
    const output = out ? expectTypedArray('out', out, 'Float32Array') : zeros('output', shape);
    const weightsShape = [...shape.slice(0, 3), inputs.sizes.keys];
    const weights = needWeights ? zeros('weights', weightsShape) : new Float32Array();
    const { copies, release } = copyOfInputs(inputs, this.#buffers);
    try {
      await (await this.#load()).compute(copies, async, { output, weights });
    } finally {
      release();
    }
    expectLength('out', output, sizeOf(shape));
    const result = { output: { data: out ?? output, shape } };
    return needWeights ? { ...result, weights: { data: weights, shape: weightsShape } } : result;
  }

  /** Terminates the workers and rejects pending attention calls with the given reason. */
  dispose(reason: Error): void {
    this.#disposed = reason;
    this.#parallel?.then(
      (parallel) => parallel.dispose(reason),
      () => undefined,
    );
  }

  /** Loads the code for long attention computations once. If loading fails, the next call tries again. */
  async #load(): Promise<ParallelAttention> {
    this.#parallel ??= import('./parallel-attention.js').then(
      (module) => new module.ParallelAttention(this.#resources),
    );
    try {
      const parallel = await this.#parallel;
      if (this.#disposed) throw this.#disposed;
      return parallel;
    } catch (error) {
      this.#parallel = null;
      throw error;
    }
  }
}

/**
 * Copies the inputs of an attention call, because the caller may change its arrays during the call.
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
