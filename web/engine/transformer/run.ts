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

/** All steps of one head for one text. Rows are queries, columns are keys. */
export interface HeadTrace {
  /** Queries after projection, and normalization and rotation if the model has them, [queries, headDim]. */
  query: Tensor;
  /** Keys after projection, and normalization and rotation if the model has them, [keys, headDim]. */
  key: Tensor;
  /** Values, [keys, headDim]. */
  value: Tensor;
  /** Scores Q·Kᵀ, [queries, keys]. */
  scores: Tensor;
  /** Scaled scores, Q·Kᵀ · scale, [queries, keys]. */
  scaled: Tensor;
  /** Masked scores, scaled + mask, [queries, keys]; −Infinity where a key is masked out. */
  masked: Tensor;
  /** Attention weights, [queries, keys]. */
  weights: Tensor;
  /** Weighted sums of the values, weights·V, [queries, headDim]. */
  output: Tensor;
}

/** All steps of one layer's attention, for all heads. They are copied from the engine's memory when they are read. */
export interface LayerTrace {
  /** Input X that Q is projected from, [queries, embedDim]. */
  readonly queryInput: Tensor;
  /** Input that K and V are projected from, [keys, embedDim]; equals queryInput except in cross-attention. */
  readonly keyInput: Tensor;
  /** Attention weights of all heads, [heads, queries, keys]. */
  readonly weights: Tensor;
  /** All steps of one head. */
  head(head: number): HeadTrace;
  /** The heads' outputs, concatenated, [queries, embedDim]. */
  readonly concat: Tensor;
  /** Output of the attention layer, concat·W_O, [queries, embedDim]. */
  readonly output: Tensor;
}

/** A candidate for the next target token. */
export interface TokenCandidate {
  /** Text of the token; '' for the end of the text. */
  text: string;
  /** Probability, 0 … 1. */
  probability: number;
}

/** The decoder's text, generated or given; in a decoder-only model, the text itself. */
export interface Target {
  /** Language of the text; null: unknown, as for all models except the default one. */
  readonly language: 'zh' | 'en' | null;
  readonly text: string;
  /** Decoder input: a start token, then the tokens of the text. */
  readonly tokens: readonly Token[];
  /** Most probable next tokens after each token, in descending order. */
  readonly next: readonly (readonly TokenCandidate[])[];
}

/** Sizes, activations and parameters of a run's model. */
export interface ModelParts {
  /** True if the weights are trained. */
  readonly trained: boolean;
  /** Precision of the weight matrices in memory. */
  readonly precision: KeptPrecision;
  readonly embedDim: number;
  /** Number of query heads in each layer. */
  readonly numHeads: number;
  /** Number of layers with each attention type. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** Heads whose properties are known, with their measures. */
  readonly heads: readonly HeadDescription[];
  /** Sizes and kinds of the model's parts; null for a single attention layer. */
  readonly description: TransformerDescription | null;
  /** All activations in order of computation, readable by `run.activation` and replaceable by `intervene.replace`. */
  readonly activations: readonly ActivationInfo[];
  readonly parameters: readonly ParameterInfo[];
  /**
   * A float32 copy of a parameter, such as 'encoder.0.self_attention.query.weight'.
   * @param rows rows of a matrix, or elements of a vector, to read, in ascending order; default: all
   * @throws RangeError that names the most similar parameters, or the invalid row
   */
  parameter: (name: string, rows?: readonly number[]) => Tensor;
}

/** A run of a model on one text. It remains valid regardless of later runs. */
export interface Run {
  /** The run's model. */
  readonly model: ModelParts;
  readonly text: string;
  /** Tokens of the text, with their offsets in it. */
  readonly tokens: readonly Token[];
  /** True if the model's weights are trained. */
  readonly trained: boolean;
  /** Number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  readonly numHeads: number;
  /** Factor of the scores. */
  readonly scale: number;
  /** Interventions of the run, as the caller passed them. */
  readonly intervention: Intervention;
  /**
   * Runs the decoder on the first call and returns `{ text, tokens, language, next }`; null if the model has no
   * decoder. The language is 'en' or 'zh' for the default model, and null for other models, whose language is not
   * known. Reading the attentions `decoder` and `cross` calls this function as well.
   */
  decode(): Target | null;
  /**
   * Every step of one layer's attention.
   * @param intervene interventions in this attention only, as if `scope` named it, which replace those of the run; the
   * attention's inputs remain those of the run
   * @throws TypeError or RangeError that names the option that does not apply, such as a head of another layer
   */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace;
  /**
   * Runs the same input with these interventions instead of this run's, like a new `model.run`. In models of
   * `engine.loadPretrained`, only the steps after the first changed layer and, in decoders, after the first changed
   * token are recomputed.
   * @throws TypeError or RangeError that names the option that does not apply
   */
  intervene(intervene: Intervention): Run;
  /**
   * For each input token of the encoder or the decoder, the rows of the embedding table whose weighted sum, times the
   * embedding scale (`model.description`), is its embedding; null: the model has no table.
   */
  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] | null;
  /**
   * A copy of a step of the model's computation, as listed in `model.activations`, recomputed from the run's state.
   * @param selection the part to read; default: all
   * @throws RangeError that names the most similar activations, or the inapplicable list
   */
  activation(name: string, selection?: Selection): Tensor;
  /** Same as `activation` without blocking, one head at a time. */
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
  /** Weights of all heads of one layer, [heads, queries, keys]. */
  attention(attention: AttentionType, layer: number): Tensor;
  /** Every step of one head. */
  trace(attention: AttentionType, layer: number, head: number): HeadTrace;
}
