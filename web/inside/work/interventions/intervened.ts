// Translates the user's interventions to those of the engine, and recomputes runs with them.
import { alignedTokens } from '../../views/patching/work/aligned-tokens.js';
import { feedForwardOutput, headOutput, type Stack } from '../../../analysis/components.js';
import { headsOfPatches, patchesOf } from '../../../analysis/patch-activations.js';
import {
  isOfModel,
  isPatch,
  type BlockedPair,
  type Intervention,
  type KeptPatch,
  type PartIntervention,
} from '../../interventions.js';
import { meansOf } from './means.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { Context, Inspected } from '../inspected.js';
import type { Intervention as EngineIntervention } from '../../../engine/transformer/intervention.js';
import type { MeanActivations } from '../../../analysis/index.js';
import type { PretrainedRun } from '../../../engine/pretrained/pretrained-run.js';
import type { Replacement } from '../../../engine/transformer/replacement.js';

/** Sources of the activations that interventions put in place of a model's own. */
export interface InterventionSources {
  /** Mean activations of the model; null if no intervention uses them. */
  readonly means: MeanActivations | null;
  /**
   * Runs on the first sentence (`own`) and the second (`other`), both without interventions; null if no intervention is
   * a patch.
   */
  readonly runs: { readonly own: PretrainedRun; readonly other: PretrainedRun } | null;
}

/**
 * Recomputes a run with the interventions. Only the layers from the first intervention on are computed again.
 * @param runOther returns a run on the second sentence
 */
export async function intervened(
  inspected: Inspected,
  run: PretrainedRun,
  interventions: readonly Intervention[],
  runOther: () => PretrainedRun,
  context: Context,
): Promise<PretrainedRun> {
  if (interventions.length === 0) return run;
  const means = interventions.some(({ kind }) => kind === 'mean') ? await meansOf(inspected, context) : null;
  const runs = interventions.some(isPatch) ? { own: run, other: runOther() } : null;
  return run.intervene(interventionOf(interventions, { means, runs }));
}

/**
 * Recomputes a run on another text with those interventions that do not refer to tokens.
 * @param means mean activations of the model
 */
export function intervenedToo(
  run: PretrainedRun,
  interventions: readonly Intervention[],
  means: MeanActivations | null,
): PretrainedRun {
  const ofModel = interventions.filter(isOfModel);
  return ofModel.length === 0 ? run : run.intervene(interventionOf(ofModel, { means, runs: null }));
}

export function interventionOf(
  interventions: readonly Intervention[],
  sources: InterventionSources,
): EngineIntervention {
  const isOff = ({ kind, at }: Intervention) => kind === 'off' && !('head' in at && at.head === null);
  return {
    ablateHeads: interventions.filter(isOff).map(({ at }) => at as HeadRef),
    replace: interventions.filter((each) => !isOff(each)).map((each) => replacementOf(each, sources)),
  };
}

function replacementOf(intervention: Intervention, { means, runs }: InterventionSources): Replacement {
  if (intervention.kind === 'blocked') return masked(intervention);
  if (intervention.kind === 'patched') return patchOf(intervention, runs!);
  return outputOf(intervention, means);
}

const masked = ({ at: { attention, layer, head }, query, key }: BlockedPair): Replacement => ({
  activation: `${attention}.${layer}.masked`,
  heads: [head],
  queries: [query],
  keys: [key],
  with: { data: Float32Array.of(-Infinity), shape: [1, 1, 1] },
});

/**
 * Replacement of the output of a head, [headDim], or of a feed-forward layer, [embedDim]: with zeros, or with its mean.
 */
function outputOf(
  { kind, at: { attention, layer, head } }: PartIntervention,
  means: MeanActivations | null,
): Replacement {
  const place =
    head === null
      ? { activation: feedForwardOutput(attention as Stack, layer) }
      : { activation: headOutput(attention, layer), heads: [head] };
  if (kind === 'off') return { ...place, with: 'zero' };
  const { data, shape } = head === null ? means!.feedForward[attention as Stack]! : means!.heads[attention]!;
  const size = shape.at(-1)!;
  const row = head === null ? layer : layer * shape[1]! + head;
  return { ...place, with: { data: data.slice(row * size, (row + 1) * size), shape: [size] } };
}

/**
 * Replacement of an activation of the first sentence with that of the second.
 * @throws RangeError if the patched token has no counterpart in the second sentence
 */
function patchOf(
  { activation, at, place }: KeptPatch,
  { own, other }: NonNullable<InterventionSources['runs']>,
): Replacement {
  const name = `${at.attention}.${at.layer}.${activation}`;
  const idsOf = (run: PretrainedRun) => (at.attention === 'encoder' ? run.tokens : run.target).map(({ id }) => id);
  const places = alignedTokens(idsOf(own), idsOf(other)).map(([to, from]) => ({ to, from }));
  const heads = headsOfPatches(own.model.description!, at.attention, activation);
  const patch = patchesOf(name, heads, other.activation(name), places).find((each) => each.at === place);
  if (!patch) throw new RangeError(`${name}: expected a counterpart of ${place} in the second sentence, got none`);
  return patch.replacement;
}
