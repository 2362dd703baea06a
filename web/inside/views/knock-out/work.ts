// Worker side of the view `knockOut`, which shows how the answer changes without each head and each feed-forward layer.
import { knockOut as knockOutAll, type KnockOut, type Question } from '../../../analysis/index.js';
import { meansOf } from '../../work/interventions/means.js';
import { otherRun } from '../../work/other-run.js';
import type { Context, Inspected } from '../../work/inspected.js';
import type { ReplacementKind } from '../../state.js';

export interface KnockOutArgument {
  readonly question: Required<Question>;
  readonly kind: ReplacementKind;
  /** Text for resampling outputs, and the second sentence of a model with token types. */
  readonly other: string;
  readonly second: string;
}

/** Changes of the logit difference, logit(token) − logit(against), by knock-outs; NaN if they are not computed yet. */
export interface Effects {
  /** Logit difference without knock-outs. */
  readonly original: number;
  readonly effects: KnockOut['logitDifference'];
  /** Number and kind of the texts over which means were computed; null if no means are used. */
  readonly read: { readonly count: number; readonly isRandom: boolean } | null;
}

/** Share of the progress bar that is reserved for computing the means. */
const MEANS = 0.3;

async function knockOut(
  inspected: Inspected,
  { question, kind, other, second }: KnockOutArgument,
  { signal, report }: Context<Effects>,
): Promise<Effects> {
  const { run } = inspected;
  const begin = kind !== 'mean' || inspected.means ? 0 : MEANS;
  const means = kind === 'mean' ? await meansOf(inspected, { signal, report: (done) => report(begin * done) }) : null;
  const shown = (result: KnockOut): Effects => {
    if (!signal.aborted) inspected.keep('knockOut', result);
    const { original, logitDifference } = result;
    const read = means && { count: means.texts, isRandom: inspected.areMeansOfRandom };
    return { original: original.logitDifference, effects: logitDifference, read };
  };
  const replaced = {
    mean: () => ({ kind: 'mean' as const, means: means! }),
    zero: () => ({ kind: 'zero' as const }),
    resample: () => ({ kind: 'resample' as const, other: otherRun(inspected, { other, second }) }),
  }[kind]();
  const onProgress = (done: number, partial: KnockOut) => report(begin + (1 - begin) * done, shown(partial));
  return shown(await knockOutAll(run, { ...question, ...replaced, signal, onProgress }));
}

export const requests = { knockOut };
