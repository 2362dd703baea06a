// The interface of every model: the default one, published ones, those of a trainer, and the untrained one.
import type { Intervention } from './intervention.js';
import type { ModelParts, Run } from './run.js';
import type { Token } from '../../text/tokenize.js';

export interface Model extends ModelParts {
  /** The tokens of a text of any length, and where they stand in it. */
  tokenize: (text: string) => readonly Token[];
  /** @throws TypeError or RangeError that names the argument */
  run: (text: string, options?: { intervene?: Intervention }) => Run;
  /** Frees its memory. Any later use throws an Error. */
  dispose: () => void;
}
