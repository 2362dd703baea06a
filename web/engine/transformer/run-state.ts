// State that a run keeps, from which any step of it is computed again.
import type { FirstChange } from './first-change.js';
import type { ResolvedIntervention } from './intervention.js';
import type { Tensor } from '../core/tensor.js';
import type { WordFeatures } from '../../text/word-features.js';

/** The result of a stack: the residual stream before each layer and after the last, each [tokens, embedDim]. */
export interface StackState {
  readonly residuals: readonly Tensor[];
}

/** The result of encoding, with the encoder's output, [tokens, embedDim]. */
export interface EncoderState extends StackState {
  readonly output: Tensor;
}

/** The result of decoding, with the decoder's output, [tokens, embedDim]. */
export interface DecoderState extends StackState {
  readonly output: Tensor;
}

/** Place from which a stack goes on from another run of the same input, whose earlier layers and positions it keeps. */
export interface Restart<State extends StackState> extends FirstChange {
  readonly state: State;
}

/** Input of a stack. */
export interface StackInput {
  /** For each token, the rows of the embedding table that it is the weighted sum of. */
  readonly features: readonly WordFeatures[];
  /** The type of each token; none: all are of type 0. */
  readonly types?: readonly number[];
  /** The row of each token in the table of positions; none: in order. */
  readonly positions?: readonly number[];
  /** The patches of an image, which follow the tokens, [patches, patchDim]. */
  readonly patches?: Tensor;
}

/** The inputs of one attention, [queries, embedDim] and [keys, embedDim]. */
export interface AttentionInput {
  readonly query: Tensor;
  readonly key: Tensor;
  /** The position of the first query. Default 0. */
  readonly first?: number;
}

/** A stack of a run, from which its steps are computed again. */
export interface StackRun {
  readonly input: StackInput;
  readonly state: StackState;
}

/** All of a run that its steps are computed from again. It owns it, so that other runs do not affect it. */
export interface ComputedRun {
  readonly intervention: ResolvedIntervention;
  /** null: the model has no encoder. */
  readonly encoder: (StackRun & { readonly state: EncoderState }) | null;
  /** Called where a step is of the decoder or of cross-attention. */
  readonly decoder: () => StackRun;
}
