// Run on the second of two texts, with the interventions of the run on the first one that do not refer to tokens.
import { intervenedToo } from './interventions/intervened.js';
import { runBeside } from './answer.js';
import type { Inspected } from './inspected.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

export interface OtherText {
  readonly other: string;
  /** For a model with token types, the second sentence of both texts; '' if there is none. */
  readonly second: string;
}

/** Runs the model on the second text. The run is cached until one of the two texts changes. */
export function otherRun(inspected: Inspected, { other: text, second }: OtherText): PretrainedRun {
  const { model, run, runs, means, other: known } = inspected;
  if (known?.beside === run && known.text === text) return known.run;
  const intervened = intervenedToo(runBeside(model, run, text, second), runs?.interventions ?? [], means);
  inspected.other = { text, run: intervened, beside: run };
  return intervened;
}
