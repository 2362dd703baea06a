// What a model gives for a text.
import type { Token } from '../text/tokenize.js';
import type { Tensor } from './tensor.js';

/** Every step of one head, for one text; rows ask (query), columns answer (key). */
export interface HeadTrace {
  /** [queries, headDim] */
  query: Tensor;
  /** [keys, headDim] */
  key: Tensor;
  /** [keys, headDim] */
  value: Tensor;
  /** Q·Kᵀ, [queries, keys] */
  scores: Tensor;
  /** Q·Kᵀ · scale, [queries, keys] */
  scaled: Tensor;
  /** scaled + mask, −Infinity where a key may not be heard, [queries, keys] */
  masked: Tensor;
  /** [queries, keys] */
  weights: Tensor;
  /** weights·V, [queries, headDim] */
  output: Tensor;
}

/** What a reader changes in a run. */
export interface Intervention {
  /** Query i hears the keys 0 … i only. Default false. */
  causal?: boolean;
  /** Whether the scores are divided by √headDim. Default true. */
  scale?: boolean;
}

/** One text through a model. */
export interface Run {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Whether the model's weights were learned from anything. */
  readonly trained: boolean;
  readonly numHeads: number;
  /** What the scores are multiplied by. */
  readonly scale: number;
  /** X, the words as vectors with their positions, [seqLen, embedDim]. */
  readonly embedding: Tensor;
  /** The weights of all heads, [heads, queries, keys]. */
  readonly attention: () => Tensor;
  /** Every step of one head. */
  readonly trace: (head: number) => HeadTrace;
  /** The heads' outputs one behind the other, [seqLen, embedDim]. */
  readonly merged: Tensor;
  /** The same through W_O, [seqLen, embedDim]. */
  readonly output: Tensor;
}
