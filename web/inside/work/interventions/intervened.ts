// Translates the user's interventions to those of the engine, and applies them to runs.
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

/** Activations that interventions use in place of others. */
export interface InterventionSources {
  /** Mean activations; null if no intervention uses them. */
  readonly means: MeanActivations | null;
  /** Runs on both sentences without interventions; null if no intervention is a patch. */
  readonly runs: { readonly own: PretrainedRun; readonly other: PretrainedRun } | null;
}

/**
 * Applies the interventions to a run. Only the layers from the first intervention on are computed again.
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
 * Applies those interventions that do not refer to tokens to a run on another text.
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

/** Replaces the output of a head or a feed-forward layer with zeros or with its mean, [headDim] or [embedDim]. */
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
 * Replaces an activation with that of the second sentence.
 * @throws RangeError if the token has no counterpart there
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
