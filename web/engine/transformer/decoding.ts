// Texts in a decoder.
import type { EncoderState, StackState } from './run-state.js';
import type { ResolvedIntervention } from './intervention.js';

/** A text in the decoder. One goes on with it whatever is computed in between. */
export interface Decoding {
  /** null: the model has no encoder. */
  readonly encoder: EncoderState | null;
  readonly intervention: ResolvedIntervention;
  /** The tokens so far. */
  readonly ids: number[];
  /** The decoder of another text that begins with the same `length` tokens, which are not computed again. */
  readonly known?: { readonly state: StackState; readonly length: number } | null;
}

/** A decoder with several hypotheses, each with a KV cache of its own. */
export interface Hypotheses {
  /** Appends a token to a hypothesis. Returns the logits of the next one, [vocabulary], valid until the next call. */
  step(hypothesis: number, token: number): Float32Array;
  /** The hypothesis `to` becomes a copy of `from`. */
  fork(from: number, to: number): void;
}
