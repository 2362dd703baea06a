// The result of running a model on a text, and what it says of its model.
import type { AttentionType } from './head-ref.js';
import type { Intervention } from './intervention.js';
import type { HeadDescription } from './model-config.js';
import type { Token } from '../../text/tokenize.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { ActivationInfo, Selection } from './activations.js';
import type { ParameterInfo } from '../parameters/parameter-info.js';
import type { Tensor } from '../core/tensor.js';
import type { TransformerDescription } from './description.js';
import type { WordFeatures } from '../../text/word-features.js';

export { ATTENTION_TYPES, type AttentionType, type HeadRef } from './head-ref.js';

/** Every step of one head for one text. Rows are queries, columns are keys. Queries and keys are those that are multiplied. */
export interface HeadTrace {
  /** Projected, and normalized and rotated where the model does so, [queries, headDim]. */
  query: Tensor;
  /** The same of the keys, [keys, headDim]. */
  key: Tensor;
  /** [keys, headDim] */
  value: Tensor;
  /** Q·Kᵀ, [queries, keys] */
  scores: Tensor;
  /** Q·Kᵀ · scale, [queries, keys] */
  scaled: Tensor;
  /** scaled + mask, −Infinity where a key is masked out, [queries, keys] */
  masked: Tensor;
  /** [queries, keys] */
  weights: Tensor;
  /** weights·V, [queries, headDim] */
  output: Tensor;
}

/** Every step of all heads of one layer's attention, copied out of the engine's memory as it is read. */
export interface LayerTrace {
  /** X, from which Q is projected, [queries, embedDim]. */
  readonly queryInput: Tensor;
  /** Input from which K and V are projected, [keys, embedDim]; the same as queryInput except in cross-attention. */
  readonly keyInput: Tensor;
  /** The weights of all heads, [heads, queries, keys]. */
  readonly weights: Tensor;
  /** Every step of one head. */
  head(head: number): HeadTrace;
  /** The heads' outputs, concatenated, [queries, embedDim]. */
  readonly concat: Tensor;
  /** concat·W_O, [queries, embedDim]. */
  readonly output: Tensor;
}

/** A candidate for the next target token. */
export interface TokenCandidate {
  /** '' for the end of the text. */
  text: string;
  /** 0 … 1 */
  probability: number;
}

/** The decoder's text, generated or given; of a model with a decoder only, the text itself. */
export interface Target {
  /** Null: it is not known, as of every model but the default one. */
  readonly language: 'zh' | 'en' | null;
  readonly text: string;
  /** The decoder's input: a start token, then the tokens of the text. */
  readonly tokens: readonly Token[];
  /** For each of the tokens, the most probable next tokens, in descending order. */
  readonly next: readonly (readonly TokenCandidate[])[];
}

/** Sizes, activations and parameters of a model: what its runs are computed with. */
export interface ModelParts {
  /** True if its weights were learned. */
  readonly trained: boolean;
  readonly embedDim: number;
  /** The number of heads of queries in each layer. */
  readonly numHeads: number;
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** The heads that something is known of, with their measures. */
  readonly heads: readonly HeadDescription[];
  /** The sizes and kinds of its parts; null: it is one attention, and no layer. */
  readonly description: TransformerDescription | null;
  /** All activations, in the order of computation: those that `run.activation` reads and `intervene.replace` replaces. */
  readonly activations: readonly ActivationInfo[];
  readonly parameters: readonly ParameterInfo[];
  /**
   * A copy of a parameter in float32, as 'encoder.0.self_attention.query.weight'.
   * @param rows the rows of a matrix, or the numbers of a vector, that are read, in ascending order; default: all
   * @throws RangeError that names the nearest parameters, or the row that there is not
   */
  parameter: (name: string, rows?: readonly number[]) => Tensor;
}

/** One text through a model. It stays valid, whatever the model runs afterwards. */
export interface Run {
  /** The model that it is of. */
  readonly model: ModelParts;
  readonly text: string;
  /** The tokens of the text, with their offsets in it. */
  readonly tokens: readonly Token[];
  /** True if the model's weights are trained. */
  readonly trained: boolean;
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  readonly numHeads: number;
  /** The factor of the scores. */
  readonly scale: number;
  /**
   * Runs the decoder, the first time that it is called, and returns `{ text, tokens, language, next }`, with the
   * language 'en' or 'zh' of the default model and null of others, which may speak any; null if the model has no decoder. The attentions `decoder` and `cross` need it and call it too.
   */
  decode(): Target | null;
  /**
   * Every step of one layer's attention.
   * @param intervene interventions in this attention alone, in place of the run's, as if `scope` named it: its inputs stay
   *   those of the run
   * @throws TypeError or RangeError that names what cannot apply, as a head of another layer
   */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace;
  /**
   * A run of the same input with these interventions in place of this run's: as `model.run` gives it. In models of
   * `engine.loadPretrained`, only what comes after the first changed layer, and in decoders the first changed token, is computed.
   * @throws TypeError or RangeError that names what cannot apply
   */
  intervene(intervene: Intervention): Run;
  /**
   * For each token of the encoder's or the decoder's input, the rows of the embedding table whose weighted sum, times the
   * factor of the embeddings (`model.description`), is its embedding; null: the model has no table.
   */
  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] | null;
  /**
   * A step of the model's computation, as `model.activations` lists them, computed again from what the run keeps: a copy.
   * @param selection the part that is read; default: all
   * @throws RangeError that names the nearest activations, or the list that does not fit
   */
  activation(name: string, selection?: Selection): Tensor;
  /** The same without blocking: a head at a time. */
  activationAsync(name: string, options?: Selection & AsyncOptions): Promise<Tensor>;
  /**
   * The logits that a residual stream leads to, [tokens, vocabulary]: by the final norm with the statistics of each token's own
   * stream, the output layer and the cap, with the run's interventions there. Of the stream before a layer it is the logit lens.
   * @param residual [tokens, embedDim], a row for each token of the stack that the logits are of; or several such streams,
   *   [streams, tokens, embedDim], whose logits are [streams, tokens, vocabulary]
   * @param selection the tokens whose logits are computed; default: all
   * @throws TypeError if the model has no logits; RangeError that names what does not fit
   */
  logitsFrom(residual: Tensor, selection?: Pick<Selection, 'tokens'>): Tensor;
  /** The weights of all heads of one layer, [heads, queries, keys]. */
  attention(attention: AttentionType, layer: number): Tensor;
  /** Every step of one head. */
  trace(attention: AttentionType, layer: number, head: number): HeadTrace;
}
