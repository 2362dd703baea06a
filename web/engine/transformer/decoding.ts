// A text in the decoder, and its state there.
import type { EncoderState, StackState } from './run-state.js';
import type { ResolvedIntervention } from './intervention.js';

/** A text in the decoder. It can be continued whatever is computed in between. */
export interface Decoding {
  /** Output of the encoder; null if the model has no encoder. */
  readonly encoder: EncoderState | null;
  readonly intervention: ResolvedIntervention;
  /** Tokens of the text so far. */
  readonly ids: number[];
  /** Decoder state of another text that starts with the same `length` tokens, which need not be recomputed. */
  readonly known?: { readonly state: StackState; readonly length: number } | null;
}

/** A decoder with several hypotheses (alternative continuations), each with its own KV cache. */
export interface Hypotheses {
  /**
   * Appends a token to a hypothesis. Returns the next token's logits, [vocabulary], which are valid until the next call
   * and may be modified.
   */
  step(hypothesis: number, token: number): Float32Array;
  /** Logarithm of the sum of exponentials, log Σ eˡ, of the logits that `step` has returned. */
  logSumExp(logits: Float32Array): number;
  /** Replaces the hypothesis `to` by a copy of the hypothesis `from`. */
  fork(from: number, to: number): void;
}
