// The run on a second text, with the same interventions as the run on the first one.
import { intervenedToo } from './interventions/intervened.js';
import { runBeside } from './answer.js';
import type { Inspected } from './inspected.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

export interface OtherText {
  readonly other: string;
  /** Second sentence for a model with token types, the same for both texts; '' if there is none. */
  readonly second: string;
}

/** Runs the model on the other text. The run is cached until one of the texts changes. */
export function otherRun(inspected: Inspected, { other: text, second }: OtherText): PretrainedRun {
  const { model, run, runs, means, other: known } = inspected;
  if (known?.beside === run && known.text === text) return known.run;
  const intervened = intervenedToo(runBeside(model, run, text, second), runs?.interventions ?? [], means);
  inspected.other = { text, run: intervened, beside: run };
  return intervened;
}
