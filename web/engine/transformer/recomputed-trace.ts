// Trace of a layer's attention that is only computed when it is read.
import { expectWholeNumber } from '../core/checks.js';
import type { AttentionInput } from './run-state.js';
import type { StackDescription } from './description.js';
import type { HeadTrace, LayerTrace } from './run.js';
import type { MultiheadTensors } from '../attention/multihead-trace.js';
import type { Tensor } from '../core/tensor.js';

type HeadSizes = Pick<StackDescription, 'numHeads' | 'numKvHeads' | 'headDim'>;

/**
 * Trace of a layer's attention that is computed from the layer's input when it is read. Only the requested parts are
 * copied and cached.
 */
export class RecomputedTrace implements LayerTrace {
  readonly queryInput: Tensor;
  readonly keyInput: Tensor;
  readonly #heads: HeadSizes;
  readonly #compute: () => MultiheadTensors;
  readonly #traces = new Map<number, HeadTrace>();
  #weights: Tensor | null = null;
  #outputs: { concat: Tensor; output: Tensor } | null = null;

  constructor({ query, key }: AttentionInput, heads: HeadSizes, compute: () => MultiheadTensors) {
    this.queryInput = query;
    this.keyInput = key;
    this.#heads = heads;
    this.#compute = compute;
  }

  get weights(): Tensor {
    const [queries, keys] = [this.queryInput.shape[0]!, this.keyInput.shape[0]!];
    return (this.#weights ??= this.#compute().copyOut('weights', [this.#heads.numHeads, queries, keys]));
  }

  get concat(): Tensor {
    return this.#readOutputs().concat;
  }

  get output(): Tensor {
    return this.#readOutputs().output;
  }

  head(head: number): HeadTrace {
    expectWholeNumber('head', head, 0, this.#heads.numHeads - 1);
    let trace = this.#traces.get(head);
    if (!trace) this.#traces.set(head, (trace = this.#readHead(head)));
    return trace;
  }

  #readOutputs(): { concat: Tensor; output: Tensor } {
    if (!this.#outputs) {
      const tensors = this.#compute();
      const { shape } = this.queryInput;
      const { numHeads, headDim } = this.#heads;
      const concat = tensors.copyOut('concat', [shape[0]!, numHeads * headDim]);
      this.#outputs = { concat, output: tensors.copyOut('output', shape) };
    }
    return this.#outputs;
  }

  #readHead(head: number): HeadTrace {
    const tensors = this.#compute();
    const [queries, keys] = [this.queryInput.shape[0]!, this.keyInput.shape[0]!];
    const { numHeads, numKvHeads, headDim } = this.#heads;
    const kvHead = Math.floor((head * numKvHeads) / numHeads); // several query heads share a key/value head
    const copy = (name: Parameters<MultiheadTensors['view']>[0], rows: number, columns: number, of = head): Tensor => {
      const size = rows * columns;
      return { data: tensors.view(name).slice(of * size, (of + 1) * size), shape: [rows, columns] };
    };
    return {
      query: copy('queryHeads', queries, headDim),
      key: copy('keyHeads', keys, headDim, kvHead),
      value: copy('valueHeads', keys, headDim, kvHead),
      scores: copy('scores', queries, keys),
      scaled: copy('scaled', queries, keys),
      masked: copy('masked', queries, keys),
      weights: copy('weights', queries, keys),
      output: copy('heads', queries, headDim),
    };
  }
}
