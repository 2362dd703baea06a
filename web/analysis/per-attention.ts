// Types of results with one value for each attention type, or for each stack (encoder, decoder).
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { Tensor } from '../engine/core/tensor.js';

/** Type of an object with one value for each attention type of a model. */
export type PerAttention<Value = Tensor> = { readonly [Attention in AttentionType]?: Value };

/** Type of an object with one value for each stack whose layers have a feed-forward layer. */
export type PerStack<Value = Tensor> = { readonly [Stack in 'encoder' | 'decoder']?: Value };
