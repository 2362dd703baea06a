// The result of running a model on a text, and the properties of its model.
import type { AttentionType } from './head-ref.js';
import type { Intervention } from './intervention.js';
import type { HeadDescription } from './model-config.js';
import type { Token } from '../../text/tokenize.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { ActivationInfo, Selection } from './activations.js';
import type { KeptPrecision } from '../parameters/load-parameters.js';
import type { ParameterInfo } from '../parameters/parameter-info.js';
import type { Tensor } from '../core/tensor.js';
import type { TransformerDescription } from './description.js';
import type { WordFeatures } from '../../text/word-features.js';

export { ATTENTION_TYPES, type AttentionType, type HeadRef } from './head-ref.js';

/** All attention steps of one head for one text. Rows are queries, columns are keys. */
export interface HeadTrace {
  /** Queries, [queries, headDim], after projection, and after normalization and rotation if the model has them. */
  query: Tensor;
  /** Keys, [keys, headDim], after projection, and after normalization and rotation if the model has them. */
  key: Tensor;
  /** Values after projection, [keys, headDim]. */
  value: Tensor;
  /** Scores Q·Kᵀ, [queries, keys]. */
  scores: Tensor;
  /** Scaled scores, Q·Kᵀ · scale, [queries, keys]. */
  scaled: Tensor;
  /** Masked scores, scaled + mask, [queries, keys]; −Infinity where a key is masked out. */
  masked: Tensor;
  /** Attention weights, softmax of the masked scores, [queries, keys]. */
  weights: Tensor;
  /** Weighted sums of the values, weights·V, [queries, headDim]. */
  output: Tensor;
}

/** All attention steps of one layer, for all heads. They are copied from the engine's memory when they are read. */
export interface LayerTrace {
  /** Input X of the layer that Q is projected from, [queries, embedDim]. */
  readonly queryInput: Tensor;
  /**
   * Input of the layer that K and V are projected from, [keys, embedDim]; equals queryInput except in cross-attention.
   */
  readonly keyInput: Tensor;
  /** Attention weights of all heads, [heads, queries, keys]. */
  readonly weights: Tensor;
  /** Returns all attention steps of one head. */
  head(head: number): HeadTrace;
  /** Outputs of the heads, concatenated, [queries, embedDim]. */
  readonly concat: Tensor;
  /** Output of the attention layer, the concatenated heads times W_O, [queries, embedDim]. */
  readonly output: Tensor;
}

/** A candidate for the next token of the decoder's text, with its probability. */
export interface TokenCandidate {
  /** Text of the candidate token; '' for the end of the text. */
  text: string;
  /** Probability of the token, 0 … 1. */
  probability: number;
}

/** Text in the decoder, generated or given, and predictions for it; in a decoder-only model, it is the run's text. */
export interface Target {
  /** Language of the decoder's text; null: unknown, as for all models except the default one. */
  readonly language: 'zh' | 'en' | null;
  readonly text: string;
  /** Tokens that the decoder reads: a start token, then the tokens of the text. */
  readonly tokens: readonly Token[];
  /** Candidates for the next token after each token that the decoder reads, in descending order of probability. */
  readonly next: readonly (readonly TokenCandidate[])[];
}

/** Properties of a run's model: sizes, activations and parameters. */
export interface ModelParts {
  /** True if the model's weights are trained. */
  readonly trained: boolean;
  /** Precision of the weight matrices in memory. */
  readonly precision: KeptPrecision;
  readonly embedDim: number;
  /** Number of query heads in each attention layer. */
  readonly numHeads: number;
  /** Number of layers with each attention type: encoder, decoder and cross-attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** Descriptions of the heads whose properties are known, with their measures. */
  readonly heads: readonly HeadDescription[];
  /** Description of the model for the C++ code: sizes and kinds of its parts; null for a single attention layer. */
  readonly description: TransformerDescription | null;
  /** All activations in order of computation. `run.activation` reads them, and `intervene.replace` replaces them. */
  readonly activations: readonly ActivationInfo[];
  readonly parameters: readonly ParameterInfo[];
  /**
   * Copy of a parameter in float32, such as 'encoder.0.self_attention.query.weight'.
   * @param rows rows of a matrix, or elements of a vector, to read, in ascending order; default: all
   * @throws RangeError that names the most similar parameters, or the invalid row
   */
  parameter: (name: string, rows?: readonly number[]) => Tensor;
}

/** A run of a model on one text. It remains valid regardless of later runs. */
export interface Run {
  /** Properties of the model that has run. */
  readonly model: ModelParts;
  readonly text: string;
  /** Tokens of the run's text, with their offsets in it. */
  readonly tokens: readonly Token[];
  /** True if the model's weights are trained. */
  readonly trained: boolean;
  /** Number of layers with each attention type: encoder, decoder and cross-attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  readonly numHeads: number;
  /** Factor of the attention scores in the encoder, or in the decoder if there is no encoder. */
  readonly scale: number;
  /** Interventions of the run as the caller has passed them. */
  readonly intervention: Intervention;
  /**
   * Runs the decoder on the first call and returns its text and predictions, `{ text, tokens, language, next }`; null
   * if the model has no decoder. The language is 'en' or 'zh' for the default model, and null for other models, whose
   * language is not known. Reading the attentions `decoder` and `cross` calls this function as well.
   */
  decode(): Target | null;
  /**
   * Attention steps of one layer, for all heads.
   * @param intervene interventions in this attention only, as if `scope` named it, which replace those of the run; the
   * attention's inputs remain those of the run
   * @throws TypeError or RangeError that names the option that does not apply, such as a head of another layer
   */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace;
  /**
   * Creates a run of the same input with the given interventions instead of this run's, like a new `model.run`. In
   * models of `engine.loadPretrained`, only the steps after the first changed layer and, in decoders, after the first
   * changed token are recomputed.
   * @throws TypeError or RangeError that names the option that does not apply
   */
  intervene(intervene: Intervention): Run;
  /**
   * Embedding of each input token of the encoder or the decoder as a weighted sum of rows of the embedding table: the
   * rows and their weights. The embedding is this sum times the embedding scale (`model.description`). Null: the model
   * has no table.
   */
  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] | null;
  /**
   * Copy of an activation, a step of the model's computation listed in `model.activations`. It is recomputed from the
   * run's state.
   * @param selection the part to read; default: all
   * @throws RangeError that names the most similar activations, or the inapplicable list
   */
  activation(name: string, selection?: Selection): Tensor;
  /** Same as `activation`, but computes one head at a time and handles events in between. */
  activationAsync(name: string, options?: Selection & AsyncOptions): Promise<Tensor>;
  /**
   * Logits of a residual stream, [tokens, vocabulary]. They are computed by the final norm, with the statistics of each
   * token's own stream, the output layer and the logit cap, including the run's interventions in these steps. Applied
   * to the stream before a layer, this is the logit lens.
   * @param residual [tokens, embedDim], a row per token of the stack that produces the logits; or several such streams,
   * [streams, tokens, embedDim], with logits [streams, tokens, vocabulary]
   * @param selection tokens to compute the logits of; default: all
   * @throws TypeError if the model has no logits; RangeError that names the invalid argument
   */
  logitsFrom(residual: Tensor, selection?: Pick<Selection, 'tokens'>): Tensor;
  /** Attention weights of all heads of one layer, [heads, queries, keys]. */
  attention(attention: AttentionType, layer: number): Tensor;
  /** All attention steps of one head. */
  trace(attention: AttentionType, layer: number, head: number): HeadTrace;
}
