// Knock-outs: the map of what the answer loses without each head and each feed-forward layer.
import { knockOut, type KnockOut, type Question } from '../../analysis/index.js';
import { meansOf } from './interventions/means.js';
import { otherRun } from './pair/pair.js';
import type { ReplacementKind } from './replacements.js';
import type { Context } from './context.js';
import type { Inspected } from './inspected.js';

export interface EffectsArgument {
  readonly question: Required<Question>;
  readonly kind: ReplacementKind;
  /** The second sentence, which outputs are resampled from, and what a model with types of tokens reads beside it. */
  readonly other: string;
  readonly second: string;
}

/** Effects on logit(token) − logit(against), NaN where they are not yet computed. */
export interface Effects {
  /** The difference of the two logits that the model computes. */
  readonly original: number;
  readonly effects: KnockOut['logitDifference'];
  /** What the means are of; null: there are none. */
  readonly read: { readonly count: number; readonly isRandom: boolean } | null;
}

/** Share of the means in the time of the first map. */
const MEANS = 0.3;

export async function effects(
  inspected: Inspected,
  { question, kind, other, second }: EffectsArgument,
  { signal, report }: Context<Effects>,
): Promise<Effects> {
  const { run } = inspected;
  const begin = kind !== 'mean' || inspected.means ? 0 : MEANS;
  const means = kind === 'mean' ? await meansOf(inspected, { signal, report: (done) => report(begin * done) }) : null;
  const shown = (result: KnockOut): Effects => {
    if (!signal.aborted) inspected.keep('effects', result);
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
  return shown(await knockOut(run, { ...question, ...replaced, signal, onProgress }));
}
