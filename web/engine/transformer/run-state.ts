// State of a run, from which any of its steps can be recomputed.
import type { FirstChange } from './first-change.js';
import type { ResolvedIntervention } from './intervention.js';
import type { Tensor } from '../core/tensor.js';
import type { WordFeatures } from '../../text/word-features.js';

/**
 * Results of a stack (encoder or decoder): the residual stream before each layer and after the last, each [tokens,
 * embedDim].
 */
export interface StackState {
  readonly residuals: readonly Tensor[];
}

/** Results of the encoder, including its output, [tokens, embedDim]. */
export interface EncoderState extends StackState {
  readonly output: Tensor;
}

/** Results of the decoder, including its output, [tokens, embedDim]. */
export interface DecoderState extends StackState {
  readonly output: Tensor;
}

/**
 * The point at which a stack's computation departs from another run on the same input, whose earlier layers and
 * positions are reused.
 */
export interface Restart<State extends StackState> extends FirstChange {
  readonly state: State;
}

/** Input of a stack, the encoder or the decoder. */
export interface StackInput {
  /** For each token, the rows of the embedding table that make up its embedding, and their weights. */
  readonly features: readonly WordFeatures[];
  /** Type of each token, as in BERT's segments; empty if all are 0. */
  readonly types?: readonly number[];
  /** Row of each token in the table of positions; empty for consecutive rows. */
  readonly positions?: readonly number[];
  /** Image patches, which follow the tokens, [patches, patchDim]. */
  readonly patches?: Tensor;
}

/** Inputs of an attention layer, [queries, embedDim] and [keys, embedDim]. */
export interface AttentionInput {
  readonly query: Tensor;
  readonly key: Tensor;
  /** Position of the first query. Default 0. */
  readonly first?: number;
}

/** A stack (encoder or decoder) of a run, from which its steps are recomputed. */
export interface StackRun {
  readonly input: StackInput;
  readonly state: StackState;
}

/** Everything needed to recompute the steps of a run. The run owns it, so that other runs do not affect it. */
export interface ComputedRun {
  readonly intervention: ResolvedIntervention;
  /** The encoder; null if the model has none. */
  readonly encoder: (StackRun & { readonly state: EncoderState }) | null;
  /** Returns the decoder; only called for steps of the decoder or of cross-attention. */
  readonly decoder: () => StackRun;
}
