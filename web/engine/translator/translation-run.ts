// A run of the default model on one text. The text is translated when the translation is first needed.
import { ModelRun, type RunState } from '../transformer/model-run.js';
import type { Intervention } from '../transformer/intervention.js';
import type { StackRun } from '../transformer/run-state.js';
import type { Run, Target } from '../transformer/run.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';

/** Text in the decoder, with the input and state from which the decoder's steps are recomputed. */
export interface Decoded extends StackRun {
  target: Target;
}

/** Functions of the default model that a run calls. */
interface Model {
  /** Translates the text. Called once, on the first access to the decoder's text or to one of its steps. */
  decode: () => Decoded;
  /** Creates a run of the same text with other interventions. */
  again: (intervene: Intervention) => Run;
}

export class TranslationRun extends ModelRun {
  readonly #decoded: () => Decoded;
  readonly #again: Model['again'];

  constructor(computation: TransformerComputation, state: Omit<RunState, 'decoder'>, { decode, again }: Model) {
    let known: Decoded | null = null;
    const decoded = () => (known ??= decode());
    super(computation, { ...state, decoder: decoded });
    this.#decoded = decoded;
    this.#again = again;
  }

  override decode(): Target {
    return this.#decoded().target;
  }

  override intervene(intervene: Intervention): Run {
    return this.#again(intervene);
  }
}
