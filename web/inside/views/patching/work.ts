// Activation patching between two texts: the map of what carries the difference.
import { patchActivations, type PatchedActivations } from '../../../analysis/index.js';
import { otherRun, pair, type PairArgument } from './pair.js';
import { isInPlace } from '../../views/patchable.js';
import type { Context } from '../context.js';
import type { Direction, PatchedActivation } from '../../../analysis/patched-activation.js';
import type { Inspected } from '../inspected.js';

export interface PatchesArgument extends PairArgument {
  readonly activation: PatchedActivation;
  readonly direction: Direction;
}

/** The results, with NaN for what is not computed yet. */
export type Patches = Pick<PatchedActivations, 'activation' | 'attention' | 'direction' | 'recovery'>;

export async function patches(
  inspected: Inspected,
  argument: PatchesArgument,
  { signal, report }: Context<Patches>,
): Promise<Patches> {
  const { question, activation, direction } = argument;
  const known = pair(inspected, argument);
  const { attention, alignment, position } = known;
  const { token, against } = question;
  const shown = (result: PatchedActivations): Patches => {
    if (!signal.aborted) inspected.keep('patches', result);
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
