// Content of the <attention-spotlight> element in a given state, against which the tasks of the course are checked.
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

  get queries(): readonly string[] {
    return this.source.tokens.query.map(({ text }) => text);
  }

  get keys(): readonly string[] {
    return this.source.tokens.key.map(({ text }) => text);
  }

  /** Index of the selected query token; if none is selected, of the default one. */
  get query(): number {
    return this.source.queryIndex(this.state);
  }

  get headDim(): number {
    return this.source.steps!.trace.query.shape[1]!;
  }

  /** Attention weights of a query token, one for each key token. */
  weightsOf(query: number): readonly number[] {
    const { data, shape } = this.source.weights!;
    const keys = shape[1]!;
    return [...data.subarray(query * keys, (query + 1) * keys)];
  }

  /**
   * Key tokens sorted by the weight that a query token gives them, largest first. `share` is the weight, rounded for
   * display.
   */
  ranking(query: number): readonly { word: string; key: number; weight: number; share: number }[] {
    const words = this.keys;
    const weights = this.weightsOf(query);
    const shares = roundShares(weights);
    return weights
      .map((weight, key) => ({ word: words[key]!, key, weight, share: shares[key]! }))
      .sort((a, b) => b.weight - a.weight);
  }

  get meanLargestWeight(): number {
    const { length } = this.queries;
    return this.queries.reduce((sum, _, query) => sum + Math.max(...this.weightsOf(query)), 0) / length;
  }

  /** Row and column of the pinned cell in the matrix of the given name; null if no cell of this matrix is pinned. */
  pinned(matrix: string): { row: number; column: number } | null {
    return this.state.cell?.matrix === matrix ? this.state.cell : null;
  }
}
