// Computes work items of attention in one WebAssembly module, on the calling thread or in a worker.
import { copyInOptions } from '../attention/attention-options.js';
import { copyInto } from '../core/typed-arrays.js';
import { OptionWriter } from '../runtime/option-block.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { TraceRunner } from './trace-runner.js';
import { firstRow, isTraced, keyValueHeadOf, type Job, type WorkItem, type WorkItemWithData } from './work-item.js';
import type { HeadSession } from '../wasm/spotlight.js';
import type { Module } from '../runtime/wasm-module.js';

export class WorkItemRunner {
  readonly #session: HeadSession;
  readonly #tensors: TensorTable<keyof Module['HeadTensor']>;
  readonly #options: OptionWriter;
  readonly #traces: TraceRunner;
  #job: Job | null = null;

  constructor(module: Module) {
    this.#session = new module.HeadSession();
    this.#tensors = new TensorTable(module, this.#session.tensors(), module.HeadTensor);
    this.#options = new OptionWriter(module, this.#session.options());
    this.#traces = new TraceRunner(module);
  }

  /** Sets the attention call to which the work items passed to `compute` from now on belong. */
  begin(job: Job): void {
    this.#job = job;
    if (isTraced(job)) this.#traces.begin(job);
    else copyInOptions(this.#options, job.options);
  }

  compute(items: readonly WorkItemWithData[]): void {
    const job = this.#job!;
    for (const item of items) {
      if (isTraced(job)) {
        this.#traces.compute(job, item);
        continue;
      }
      if (item.keyValue) {
        this.#packKeys(job, item, item.keyValue.key);
        this.#packValues(job, item, item.keyValue.value);
      }
      this.#compute(job, item);
    }
  }

  #compute(job: Job, item: WorkItemWithData): void {
    const { batch, heads, queries, headDim, valueDim } = job.sizes;
    this.#session.resizeQueries(item.queries);
    this.#tensors.view('query').set(item.query);
    const row = firstRow(job, item);
    const query = { name: 'query', shape: [batch, heads, queries, headDim], offset: row * headDim };
    const output = { name: 'output', shape: [batch, heads, queries, valueDim], offset: row * valueDim };
    const fault = this.#session.compute(item.batch, item.head, heads, item.firstQuery, queries);
    this.#tensors.expectFinite(fault, { query }, { output });
    copyInto(item.output, 'out', this.#tensors.view('output'));
  }

  #packKeys(job: Job, item: WorkItem, data: Float32Array): void {
    const { batch, numKeyValueHeads, keys, headDim, valueDim } = job.sizes;
    this.#session.resizeKeys(keys, headDim, valueDim);
    const shape = [batch, numKeyValueHeads, keys, headDim];
    const begin = keyValueHeadOf(job, item) * keys;
    const chunk = this.#tensors.view('key').length / headDim;
    for (let first = 0; first < keys; first += chunk) {
      const count = Math.min(chunk, keys - first);
      this.#tensors.view('key').set(data.subarray(first * headDim, (first + count) * headDim));
      const key = { name: 'key', shape, offset: (begin + first) * headDim };
      this.#tensors.expectFinite(this.#session.packKeys(first, count), { key }, {});
    }
  }

  #packValues(job: Job, item: WorkItem, data: Float32Array): void {
    const { batch, numKeyValueHeads, keys, valueDim } = job.sizes;
    this.#tensors.view('value').set(data);
    const offset = keyValueHeadOf(job, item) * keys * valueDim;
    const value = { name: 'value', shape: [batch, numKeyValueHeads, keys, valueDim], offset };
    this.#tensors.expectFinite(this.#session.packValues(), { value }, {});
  }

  dispose(): void {
    this.#session.delete();
    this.#traces.dispose();
  }
}
