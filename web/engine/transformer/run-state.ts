// State of a run from which any of its steps can be recomputed.
import type { FirstChange } from './first-change.js';
import type { ResolvedIntervention } from './intervention.js';
import type { Tensor } from '../core/tensor.js';
import type { WordFeatures } from '../../text/word-features.js';

/** Result of a stack: the residual stream before each layer and after the last, each [tokens, embedDim]. */
export interface StackState {
  readonly residuals: readonly Tensor[];
}

/** Result of the encoder, with its output, [tokens, embedDim]. */
export interface EncoderState extends StackState {
  readonly output: Tensor;
}

/** Result of the decoder, with its output, [tokens, embedDim]. */
export interface DecoderState extends StackState {
  readonly output: Tensor;
}

/**
 * The point at which a stack departs from another run of the same input, whose earlier layers and positions are reused.
 */
export interface Restart<State extends StackState> extends FirstChange {
  readonly state: State;
}

/** Input of a stack. */
export interface StackInput {
  /** For each token, the rows of the embedding table that make up its embedding, and their weights. */
  readonly features: readonly WordFeatures[];
  /** Type of each token; empty: all 0. */
  readonly types?: readonly number[];
  /** Row of each token in the position table; empty: consecutive rows. */
  readonly positions?: readonly number[];
  /** Image patches, which follow the tokens, [patches, patchDim]. */
  readonly patches?: Tensor;
}

/** Inputs of one attention, [queries, embedDim] and [keys, embedDim]. */
export interface AttentionInput {
  readonly query: Tensor;
  readonly key: Tensor;
  /** Position of the first query. Default 0. */
  readonly first?: number;
}

/** A stack of a run, from which its steps are recomputed. */
export interface StackRun {
  readonly input: StackInput;
  readonly state: StackState;
}

/** Everything required to recompute a run's steps. The run owns it, so that other runs do not affect it. */
export interface ComputedRun {
  readonly intervention: ResolvedIntervention;
  /** State of the encoder; null: the model has no encoder. */
  readonly encoder: (StackRun & { readonly state: EncoderState }) | null;
  /** Only called for steps of the decoder or of cross-attention. */
  readonly decoder: () => StackRun;
}
