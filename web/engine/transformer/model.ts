// Interface that all models of the engine have: the default model, published models, models of a trainer, and the
// untrained model.
import type { Intervention } from './intervention.js';
import type { ModelParts, Run } from './run.js';
import type { Token } from '../../text/tokenize.js';

export interface Model extends ModelParts {
  /** Splits a text of any length into tokens, with their positions in it. */
  tokenize: (text: string) => readonly Token[];
  /**
   * Runs the model on a text.
   * @throws TypeError or RangeError that names the argument
   */
  run: (text: string, options?: { intervene?: Intervention }) => Run;
  /** Frees the model's memory. Any later use throws an Error. */
  dispose: () => void;
}
