// One text through the default model, which translates it when somebody asks for the translation.
import { ModelRun, type RunState } from '../model/model-run.js';
import type { StackRun } from '../model/run-state.js';
import type { Target } from '../model/run.js';
import type { TransformerComputation } from '../model/transformer-computation.js';

/** The decoder's text, and what its steps are computed from. */
export interface Decoded extends StackRun {
  target: Target;
}

export class TranslationRun extends ModelRun {
  readonly #decoded: () => Decoded;

  /** @param decode called once, when the decoder's text or a step of it is read */
  constructor(computation: TransformerComputation, state: Omit<RunState, 'decoder'>, decode: () => Decoded) {
    let known: Decoded | null = null;
    const decoded = () => (known ??= decode());
    super(computation, { ...state, decoder: decoded });
    this.#decoded = decoded;
  }

  override decode(): Target {
    return this.#decoded().target;
  }
}
