// The content of the element in a given state, for checking the tasks of the course.
import { ModelAttentionSource } from '../element/source/model-attention-source.js';
import { roundShares } from '../view/shares.js';
import type { ShownModel } from '../element/source/shown-model.js';
import type { State } from '../element/state/properties.js';

export class Shown {
  readonly state: State;
  readonly source: ModelAttentionSource;

  constructor(model: ShownModel, state: State) {
    this.state = state;
    this.source = new ModelAttentionSource(model, state);
  }

  /** Texts of the query tokens. */
  get queries(): readonly string[] {
    return this.source.tokens.query.map(({ text }) => text);
  }

  /** Texts of the key tokens. */
  get keys(): readonly string[] {
    return this.source.tokens.key.map(({ text }) => text);
  }

  /** Index of the selected query token, or of a default. */
  get query(): number {
    return this.source.queryIndex(this.state);
  }

  get headDim(): number {
    return this.source.steps!.trace.query.shape[1]!;
  }

  /** Weights of a query token, one per key token. */
  weightsOf(query: number): readonly number[] {
    const { data, shape } = this.source.weights!;
    const keys = shape[1]!;
    return [...data.subarray(query * keys, (query + 1) * keys)];
  }

  /** Key tokens in descending order of their weight for a query token; `share` is the weight rounded for display. */
  ranking(query: number): readonly { word: string; key: number; weight: number; share: number }[] {
    const words = this.keys;
    const weights = this.weightsOf(query);
    const shares = roundShares(weights);
    return weights
      .map((weight, key) => ({ word: words[key]!, key, weight, share: shares[key]! }))
      .sort((a, b) => b.weight - a.weight);
  }

  /** Largest weight of a query token, averaged over all query tokens. */
  get meanLargestWeight(): number {
    const { length } = this.queries;
    return this.queries.reduce((sum, _, query) => sum + Math.max(...this.weightsOf(query)), 0) / length;
  }

  /** Position of the pinned cell in a matrix; null if there is none. */
  pinned(matrix: string): { row: number; column: number } | null {
    return this.state.cell?.matrix === matrix ? this.state.cell : null;
  }
}
