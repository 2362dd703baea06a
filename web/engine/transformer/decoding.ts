// The state of a text in a decoder.
import type { EncoderState, StackState } from './run-state.js';
import type { ResolvedIntervention } from './intervention.js';

/** A text in the decoder. It can be continued regardless of other computations in between. */
export interface Decoding {
  /** State of the encoder; null: the model has no encoder. */
  readonly encoder: EncoderState | null;
  readonly intervention: ResolvedIntervention;
  /** The tokens so far. */
  readonly ids: number[];
  /** Decoder state of another text that starts with the same `length` tokens, so that these are not recomputed. */
  readonly known?: { readonly state: StackState; readonly length: number } | null;
}

/** A decoder with several hypotheses, each with its own KV cache. */
export interface Hypotheses {
  /** Appends a token to a hypothesis. Returns the next token's logits, [vocabulary], valid until the next call. */
  step(hypothesis: number, token: number): Float32Array;
  /** Replaces the hypothesis `to` by a copy of `from`. */
  fork(from: number, to: number): void;
}
