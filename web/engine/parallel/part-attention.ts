// Computes parts of an attention, one behind the other, in one module: on this thread or in a worker.
import { putOptions } from '../attention-options.js';
import { expectNoOverflow, putFinite, reserve } from '../memory.js';
import { canBeKept, type Numbers } from './spares.js';
import { firstRow, keyHeadOf, outputSize, pieces, type Bundle, type Job, type Part } from './parts.js';
import type { AttentionSettings, HeadCall } from '../wasm/spotlight.js';
import type { Module } from '../load.js';

/** Frees the memory of a copy at once, where the language can say so (ES2024); else when it is collected. */
function letGoIfLarge(array: Numbers): void {
  if (!canBeKept(array)) (array.buffer as { transfer?: (size: number) => ArrayBuffer }).transfer?.(0);
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

  /** Fills in the outputs of a bundle. @returns the arrays that are not needed any more */
  compute({ parts, numbers, keys, values }: Bundle): Numbers[] {
    const job = this.#job!;
    const { headDim, valueDim } = job.sizes;
    const output = pieces(numbers);
    const query = pieces(numbers, outputSize(job, parts));
    const [key, value] = [pieces(keys), pieces(values)];
    const last = parts.findLast(({ bringsKeys }) => bringsKeys);
    for (const part of parts) {
      if (part.bringsKeys) {
        this.#putKeys(job, part, key(job.sizes.keys * headDim));
        if (part === last) letGoIfLarge(keys);
        this.#putValues(job, part, value(job.sizes.keys * valueDim));
        if (part === last) letGoIfLarge(values);
      }
      this.#compute(job, part, query(part.queries * headDim), output(part.queries * valueDim));
    }
    return [keys, values].filter(({ length }) => length > 0);
  }

  /** One part's output [queries, valueDim], from its query [queries, headDim]. */
  #compute(job: Job, part: Part, query: Numbers, to: Numbers): void {
    const { batch, heads, queries, headDim, valueDim } = job.sizes;
    reserve(this.#module, [[part.queries, headDim + valueDim]]);
    this.#call.resizeQueries(part.queries);
    const row = firstRow(job, part);
    const shape = [batch, heads, queries, headDim];
    putFinite(this.#module, 'query', { data: query, shape }, this.#call.query(), row * headDim);
    this.#call.compute(
      { batch: part.batch, head: part.head, numHeads: heads, firstQuery: part.firstQuery, allQueries: queries },
      this.#settings!,
    );
    const output = this.#call.output();
    expectNoOverflow(this.#module, 'output', output, [batch, heads, queries, valueDim], row * valueDim);
    to.set(output);
  }

  #putKeys(job: Job, part: Part, key: Numbers): void {
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

  #putValues(job: Job, part: Part, value: Numbers): void {
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
