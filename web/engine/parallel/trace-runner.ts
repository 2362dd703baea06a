// Computes work items of attention whose options require every step to be stored, in one module, on the calling thread
// or in a worker.
import { copyInOptions } from '../attention/attention-options.js';
import { copyInto } from '../core/typed-arrays.js';
import { OptionWriter } from '../runtime/option-block.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { firstRow, keyValueHeadOf, type Job, type WorkItemWithData } from './work-item.js';
import type { AttentionSession } from '../wasm/spotlight.js';
import type { Module } from '../runtime/wasm-module.js';

export class TraceRunner {
  readonly #session: AttentionSession;
  readonly #tensors: TensorTable<keyof Module['AttentionTensor']>;
  readonly #options: OptionWriter;

  constructor(module: Module) {
    this.#session = new module.AttentionSession();
    this.#tensors = new TensorTable(module, this.#session.tensors(), module.AttentionTensor);
    this.#options = new OptionWriter(module, this.#session.options());
  }

  /** Sets the options of the attention call that the following work items belong to. */
  begin({ options }: Job): void {
    copyInOptions(this.#options, options);
  }

  /** Computes the results of a work item. Its keys and values stay in WebAssembly memory for the next item. */
  compute(job: Job, item: WorkItemWithData): void {
    const { batch, heads, numKeyValueHeads, queries, keys, headDim, valueDim } = job.sizes;
    const [row, keyRow] = [firstRow(job, item), keyValueHeadOf(job, item) * keys];
    this.#session.resize(1, 1, 1, item.queries, keys, headDim, valueDim);
    this.#tensors.view('query').set(item.query);
    if (item.keyValue) {
      this.#tensors.view('key').set(item.keyValue.key);
      this.#tensors.view('value').set(item.keyValue.value);
    }
    const fault = this.#session.tracePart(item.batch, item.head, heads, item.firstQuery, queries);
    const ofQuery = (name: string, columns: number) => ({
      name,
      shape: [batch, heads, queries, columns],
      offset: row * columns,
    });
    const ofKey = (name: string, columns: number) => ({
      name,
      shape: [batch, numKeyValueHeads, keys, columns],
      offset: keyRow * columns,
    });
    this.#tensors.expectFinite(
      fault,
      { query: ofQuery('query', headDim), key: ofKey('key', headDim), value: ofKey('value', valueDim) },
      { scaled: ofQuery('scaled', keys), output: ofQuery('output', valueDim) },
    );
    copyInto(item.output, 'out', this.#tensors.view('output'));
    if (item.weights.length > 0) copyInto(item.weights, 'weights', this.#tensors.view('weights'));
  }

  dispose(): void {
    this.#session.delete();
  }
}
