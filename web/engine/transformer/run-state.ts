// State of a run, from which any of its steps can be recomputed.
import type { FirstChange } from './first-change.js';
import type { ResolvedIntervention } from './intervention.js';
import type { Tensor } from '../core/tensor.js';
import type { WordFeatures } from '../../text/word-features.js';

/**
 * State of a stack (encoder or decoder) in a run: the residual stream before each layer and after the last, each
 * [tokens, embedDim].
 */
export interface StackState {
  readonly residuals: readonly Tensor[];
}

/** State of the encoder in a run, including its output, [tokens, embedDim]. */
export interface EncoderState extends StackState {
  readonly output: Tensor;
}

/** State of the decoder in a run, including its output, [tokens, embedDim]. */
export interface DecoderState extends StackState {
  readonly output: Tensor;
}

/**
 * Earlier state of a stack on the same input, from which its computation restarts: the layers and positions before the
 * first change are reused.
 */
export interface Restart<State extends StackState> extends FirstChange {
  readonly state: State;
}

/** Input of a stack, the encoder or the decoder, of a model. */
export interface StackInput {
  /** Embedding of each token as a weighted sum of rows of the embedding table: the rows and their weights. */
  readonly features: readonly WordFeatures[];
  /** Token type of each token, as in BERT's segments; empty if all are 0. */
  readonly types?: readonly number[];
  /** Row of each token in the table of positions; empty for consecutive rows. */
  readonly positions?: readonly number[];
  /** Patches of an image, [patches, patchDim], which the stack reads after the tokens. */
  readonly patches?: Tensor;
}

/**
 * Inputs of an attention layer: `query`, [queries, embedDim], which Q is projected from, and `key`, [keys, embedDim],
 * for K and V.
 */
export interface AttentionInput {
  readonly query: Tensor;
  readonly key: Tensor;
  /** Position in the text of the first query. Default 0. */
  readonly first?: number;
}

/** Input and state of a stack (encoder or decoder) in a run, from which its steps are recomputed. */
export interface StackRun {
  readonly input: StackInput;
  readonly state: StackState;
}

/** All data from which the steps of a run can be recomputed. The run owns them, so that other runs do not affect it. */
export interface ComputedRun {
  readonly intervention: ResolvedIntervention;
  /** Input and state of the encoder; null if the model has no encoder. */
  readonly encoder: (StackRun & { readonly state: EncoderState }) | null;
  /** Returns the input and state of the decoder. Only called for steps of the decoder or of cross-attention. */
  readonly decoder: () => StackRun;
}
