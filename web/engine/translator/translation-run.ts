// A run of the default model on one text, which it translates on demand.
import { ModelRun, type RunState } from '../transformer/model-run.js';
import type { Intervention } from '../transformer/intervention.js';
import type { StackRun } from '../transformer/run-state.js';
import type { Run, Target } from '../transformer/run.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';

/** The decoder's text, and the inputs of its steps. */
export interface Decoded extends StackRun {
  target: Target;
}

/** Properties and functions of the model. */
interface Model {
  /** Called once, when the decoder's text or a step of it is first read. */
  decode: () => Decoded;
  /** Runs the same text with other interventions. */
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
