// What a model gives for a text.
import type { Token } from '../text/tokenize.js';
import type { Tensor } from './tensor.js';

/**
 * Which attention: of the words to each other (`self`), of the target's pieces to themselves and those before
 * (`causal`), or of the target's pieces to the words (`cross`).
 */
export const ATTENTION_KINDS = ['self', 'causal', 'cross'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

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

/** Every step of all heads of one layer's attention. */
export interface LayerTrace {
  /** What Q is made of: X, the vectors that ask, [queries, embedDim]. */
  readonly queryInput: Tensor;
  /** What K and V are made of, [keys, embedDim]; the same as queryInput but for cross attention. */
  readonly keyInput: Tensor;
  /** The weights of all heads, [heads, queries, keys]. */
  readonly weights: Tensor;
  /** Every step of one head. */
  readonly head: (head: number) => HeadTrace;
  /** The heads' outputs one behind the other, [queries, embedDim]. */
  readonly merged: Tensor;
  /** The same through W_O, [queries, embedDim]. */
  readonly output: Tensor;
}

/** What a reader changes in a run. */
export interface Intervention {
  /** Word i hears the words 0 … i only. Default false. */
  causal?: boolean;
  /** Whether the scores are divided by √headDim. Default true. */
  scale?: boolean;
  /** What the scores are divided by besides, more than 0: above 1 the weights become even, below 1 sharp. Default 1. */
  temperature?: number;
  /** Pairs [query, key] of words of which the one may not hear the other. */
  mask?: readonly (readonly [number, number])[];
  /** Words that nobody hears, in either text's attention to them. */
  silenceWords?: readonly number[];
  /** How many of the last words are padding, which nobody hears. Default 0. */
  padding?: number;
  /** Heads whose output is 0. */
  silenceHeads?: readonly HeadAddress[];
}

/** Which head; layer and head count from 0. */
export interface HeadAddress {
  readonly kind: AttentionKind;
  readonly layer: number;
  readonly head: number;
}

/** A piece that may come next, as the model sees it. */
export interface NextPiece {
  text: string;
  /** 0 … 1 */
  probability: number;
}

/** The text that the decoder writes, or was given. */
export interface Target {
  readonly language: 'zh' | 'en';
  readonly text: string;
  /** What the decoder hears: a sign for the beginning, then the pieces. */
  readonly tokens: readonly Token[];
  /** After each of the tokens, the likeliest pieces to come next, the likeliest first; the end is called ''. */
  readonly next: readonly (readonly NextPiece[])[];
}

/** One text through a model. */
export interface Run {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Whether the model's weights were learned from anything. */
  readonly trained: boolean;
  /** How many layers there are with attention of each kind. */
  readonly layers: Readonly<Record<AttentionKind, number>>;
  readonly numHeads: number;
  /** What the scores are multiplied by. */
  readonly scale: number;
  /** The decoder's text, made when first asked for; null where the model has no decoder. */
  readonly target: Target | null;
  /** The tokens of the target; none where the model has no decoder. */
  readonly targetTokens: readonly Token[];
  /** Every step of one layer's attention. */
  readonly layer: (kind: AttentionKind, layer: number) => LayerTrace;
  /** The weights of all heads of one layer, [heads, queries, keys]. */
  readonly attention: (kind: AttentionKind, layer: number) => Tensor;
  /** Every step of one head. */
  readonly trace: (kind: AttentionKind, layer: number, head: number) => HeadTrace;
}
