// A run of the default model on one text, which it translates on demand.
import { ModelRun, type RunState } from '../transformer/model-run.js';
import type { Intervention } from '../transformer/intervention.js';
import type { StackRun } from '../transformer/run-state.js';
import type { Run, Target } from '../transformer/run.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';

/** The decoder's text, and the inputs from which its steps are computed. */
export interface Decoded extends StackRun {
  target: Target;
}

/** Functions of the model that a run calls. */
interface Model {
  /** Called once, on the first access to the decoder's text or a step of it. */
  decode: () => Decoded;
  /** Runs the same text with different interventions. */
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
