// Texts in the decoder of a model, which are decoded token by token.
import type { EncoderState, StackState } from './run-state.js';
import type { ResolvedIntervention } from './intervention.js';

/** A text that is decoded token by token. It can be continued even if other texts are decoded in between. */
export interface Decoding {
  /** Result of the encoder, which the text attends to; null if the model has no encoder. */
  readonly encoder: EncoderState | null;
  readonly intervention: ResolvedIntervention;
  /** Ids of the text's tokens so far. */
  readonly ids: number[];
  /** Decoder state of another text that begins with the same `length` tokens, which are not computed again. */
  readonly known?: { readonly state: StackState; readonly length: number } | null;
}

/** Hypotheses (alternative continuations of a text) in a decoder, each with its own KV cache. */
export interface Hypotheses {
  /**
   * Appends a token to a hypothesis. Returns the logits of its next token, [vocabulary], which are valid until the next
   * call and may be modified.
   */
  step(hypothesis: number, token: number): Float32Array;
  /** Logarithm of the sum of exponentials, log Σ eˡ, of the logits that `step` has returned. */
  logSumExp(logits: Float32Array): number;
  /** Replaces the hypothesis `to` by a copy of the hypothesis `from`, with its KV cache. */
  fork(from: number, to: number): void;
}
