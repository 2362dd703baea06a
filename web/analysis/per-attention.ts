// Results for each attention of a model, and for each stack of feed-forward layers.
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { Tensor } from '../engine/core/tensor.js';

/** One for each attention that a model has. */
export type PerAttention<Value = Tensor> = { readonly [Attention in AttentionType]?: Value };

/** One for each stack whose layers have a feed-forward layer. */
export type PerStack<Value = Tensor> = { readonly [Stack in 'encoder' | 'decoder']?: Value };
