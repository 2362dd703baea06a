// Worker side of the view `knockOut`, which shows how the answer changes without each head and each feed-forward layer.
import { knockOut as knockOutAll, type KnockOut, type Question } from '../../../analysis/index.js';
import { meansOf } from '../../work/interventions/means.js';
import { otherRun } from '../../work/other-run.js';
import type { Context, Inspected } from '../../work/inspected.js';
import type { ReplacementKind } from '../../state.js';

export interface KnockOutArgument {
  readonly question: Required<Question>;
  readonly kind: ReplacementKind;
  /** Text on which the model runs for replacement outputs of the kind `resample`. */
  readonly other: string;
  /** For a model with token types, the second sentence of both texts; '' if there is none. */
  readonly second: string;
}

/**
 * Result of the view `knockOut`: the effects of knocking out each head and each feed-forward layer on the logit
 * difference logit(token) − logit(against). NaN marks effects that are not computed yet.
 */
export interface Effects {
  /** Logit difference of the run without knock-outs. */
  readonly original: number;
  readonly effects: KnockOut['logitDifference'];
  /**
   * Number of texts over which means were taken, and whether the texts are random tokens; null if outputs are not
   * replaced with means.
   */
  readonly read: { readonly count: number; readonly isRandom: boolean } | null;
}

/** Share of the progress bar that belongs to the computation of the means, before that of the knock-outs. */
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
