// Computes parts of an attention, one behind the other, in one module: on this thread or in a worker.
import { putOptions } from '../attention-options.js';
import { expectNoOverflow, putFinite, reserve } from '../memory.js';
import { firstRow, keyHeadOf, type Job, type PartInputs } from './parts.js';
import type { AttentionSettings, HeadCall } from '../wasm/spotlight.js';
import type { Module } from '../load.js';

/** Frees the memory of a copy at once, where the language can say so (ES2024); else when it is collected. */
function letGo({ buffer }: Float32Array): void {
  (buffer as { transfer?: (size: number) => ArrayBuffer }).transfer?.(0);
}

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

  /** The output of a part, [queries, valueDim]. */
  compute(part: PartInputs): Float32Array {
    const job = this.#job!;
    const { batch, heads, queries, headDim, valueDim } = job.sizes;
    if (part.keys) this.#putKeys(job, part, part.keys);
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
    return output.slice();
  }

  #putKeys(job: Job, part: PartInputs, { key, value }: NonNullable<PartInputs['keys']>): void {
    const { batch, keyHeads, keys, headDim, valueDim } = job.sizes;
    reserve(this.#module, [
      [keys, headDim],
      [keys, valueDim],
      [keys, valueDim], // once more, packed
    ]);
    const begin = keyHeadOf(job, part) * keys;
    this.#call.resizeKeys(keys, headDim, valueDim);
    const keyShape = [batch, keyHeads, keys, headDim];
    const atOnce = this.#call.key().length / headDim;
    for (let first = 0; first < keys; first += atOnce) {
      const count = Math.min(atOnce, keys - first);
      const some = { data: key.subarray(first * headDim, (first + count) * headDim), shape: keyShape };
      const view = this.#call.key().subarray(0, count * headDim);
      putFinite(this.#module, 'key', some, view, (begin + first) * headDim);
      this.#call.takeKeys(first, count);
    }
    letGo(key);
    const valueShape = [batch, keyHeads, keys, valueDim];
    putFinite(this.#module, 'value', { data: value, shape: valueShape }, this.#call.value(), begin * valueDim);
    this.#call.takeValues();
    letGo(value);
  }

  dispose(): void {
    this.#call.delete();
  }
}
