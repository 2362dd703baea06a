// Computes parts of an attention, one behind the other, in one module: on this thread or in a worker.
import { putOptions } from '../attention-options.js';
import { expectNoOverflow, putFinite, reserve } from '../memory.js';
import { firstRow, keyHeadOf, type Job, type Part, type PartToDo } from './parts.js';
import type { AttentionSettings, HeadCall } from '../wasm/spotlight.js';
import type { Module } from '../load.js';

export class PartAttention {
  readonly #module: Module;
  readonly #call: HeadCall;
  #job: Job | null = null;
  #settings: AttentionSettings | null = null;

  constructor(module: Module) {
    this.#module = module;
    this.#call = new module.HeadCall();
  }

  /** The parts that follow are of this attention. */
  begin(job: Job): void {
    this.#settings = putOptions(this.#module, this.#call, job.options);
    this.#job = job;
  }

  /** Fills in the outputs of some parts. */
  compute(parts: readonly PartToDo[]): void {
    const job = this.#job!;
    for (const part of parts) {
      if (part.keyValue) {
        this.#putKeys(job, part, part.keyValue.key);
        this.#putValues(job, part, part.keyValue.value);
      }
      this.#compute(job, part);
    }
  }

  #compute(job: Job, part: PartToDo): void {
    const { batch, heads, queries, headDim, valueDim } = job.sizes;
    reserve(this.#module, [[part.queries, headDim + valueDim]]);
    this.#call.resizeQueries(part.queries);
    const row = firstRow(job, part);
    const shape = [batch, heads, queries, headDim];
    putFinite(this.#module, 'query', { data: part.query, shape }, this.#call.query(), row * headDim);
    this.#call.compute(
      { batch: part.batch, head: part.head, numHeads: heads, firstQuery: part.firstQuery, allQueries: queries },
      this.#settings!,
    );
    const output = this.#call.output();
    expectNoOverflow(this.#module, 'output', output, [batch, heads, queries, valueDim], row * valueDim);
    part.output.set(output);
  }

  #putKeys(job: Job, part: Part, key: Float32Array): void {
    const { batch, keyHeads, keys, headDim, valueDim } = job.sizes;
    reserve(this.#module, [
      [keys, headDim],
      [keys, valueDim],
      [keys, valueDim], // once more, packed
    ]);
    this.#call.resizeKeys(keys, headDim, valueDim);
    const shape = [batch, keyHeads, keys, headDim];
    const begin = keyHeadOf(job, part) * keys;
    const atOnce = this.#call.key().length / headDim;
    for (let first = 0; first < keys; first += atOnce) {
      const count = Math.min(atOnce, keys - first);
      const some = { data: key.subarray(first * headDim, (first + count) * headDim), shape };
      const view = this.#call.key().subarray(0, count * headDim);
      putFinite(this.#module, 'key', some, view, (begin + first) * headDim);
      this.#call.takeKeys(first, count);
    }
  }

  #putValues(job: Job, part: Part, value: Float32Array): void {
    const { batch, keyHeads, keys, valueDim } = job.sizes;
    const shape = [batch, keyHeads, keys, valueDim];
    const begin = keyHeadOf(job, part) * keys;
    putFinite(this.#module, 'value', { data: value, shape }, this.#call.value(), begin * valueDim);
    this.#call.takeValues();
  }

  dispose(): void {
    this.#call.delete();
  }
}
