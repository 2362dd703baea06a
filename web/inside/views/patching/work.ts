// Worker side of the view `patching`: activation patching between two sentences.
import { patchActivations, type PatchedActivations } from '../../../analysis/index.js';
import { carried } from './work/carried.js';
import { otherRun } from '../../work/other-run.js';
import { sentences, type SentencesArgument } from './work/sentences.js';
import { isInPlace } from './aligned.js';
import type { Direction, PatchedActivation } from '../../../analysis/patched-activation.js';
import type { Context, Inspected } from '../../work/inspected.js';

export interface PatchingArgument extends SentencesArgument {
  readonly activation: PatchedActivation;
  readonly direction: Direction;
}

/** Result of the view `patching`: the recovery by each patch; NaN if it is not computed yet. */
export type Patches = Pick<PatchedActivations, 'activation' | 'attention' | 'direction' | 'recovery'>;

async function patching(
  inspected: Inspected,
  argument: PatchingArgument,
  { signal, report }: Context<Patches>,
): Promise<Patches> {
  const { question, activation, direction } = argument;
  const known = sentences(inspected, argument);
  const { attention, alignment, position } = known;
  const { token, against } = question;
  const shown = (result: PatchedActivations): Patches => {
    if (!signal.aborted) inspected.keep('patching', result);
    const { recovery } = result;
    return { activation, attention, direction, recovery };
  };
  return shown(
    await patchActivations(inspected.run, otherRun(inspected, argument), {
      token,
      against,
      ...(position !== null && { position }),
      activation,
      attention,
      direction,
      ...(!isInPlace(known) && { alignment }),
      signal,
      onProgress: (done, partial) => report(done, shown(partial)),
    }),
  );
}

export const requests = { sentences, patching, carried };
