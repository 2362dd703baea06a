// The part of a run that other interventions leave as it was: the layers below the first that is changed, and in a decoder
// the positions before the first that is changed.
import { isOfSource, type ActivationPlace } from './activations.js';
import type { AttentionIntervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType } from './head-ref.js';
import type { ResolvedReplacement } from './replacement.js';

/** The first layer and position that change: all before either is as it was; both Infinity: nothing changes. */
export interface FirstChange {
  /** As many as there are layers: what comes after the last. */
  readonly layer: number;
  /** A decoder's token. */
  readonly position: number;
}

/** The first layer that has to be computed again where this step is changed; a run keeps the changed residual stream. */
function layerOf({ layer, stepName }: ActivationPlace, layers: number): number {
  if (layer === null) return /^(final|logits)/.test(stepName) ? layers : 0;
  return stepName === 'residualPre' ? Math.max(layer - 1, 0) : layer;
}

/** The first query that is changed, Infinity if none is. A blocked key changes the queries from its own position on. */
function positionOf(attention: AttentionType, one: AttentionIntervention, none: AttentionIntervention): number {
  const isEverywhere = attention === 'cross' && one.blockedKeys.length > 0;
  if (isEverywhere || one.isCausal !== none.isCausal || one.scale !== none.scale) return 0;
  const queries = one.blockedPairs.map(([query]) => query);
  return [...one.blockedKeys, ...queries].reduce((first, each) => Math.min(first, each), Infinity);
}

/** The first token whose step is changed; every token reads all keys of cross-attention. */
const positionOfStep = ({ activation, selection: { tokens, queries } }: ResolvedReplacement): number =>
  (isOfSource(activation) ? undefined : (tokens[0] ?? queries[0])) ?? 0;

/**
 * The first change of a stack by one of these interventions.
 * @param none the intervention that changes nothing
 */
export function firstChange(
  stack: 'encoder' | 'decoder',
  interventions: readonly ResolvedIntervention[],
  none: ResolvedIntervention,
  layers: number,
): FirstChange {
  const own: readonly AttentionType[] = stack === 'encoder' ? ['encoder'] : ['decoder', 'cross'];
  const changes = interventions.flatMap(({ attentions, replacements }) => [
    ...own
      .map((each) => ({
        layer: attentions[each].layer ?? 0,
        position: positionOf(each, attentions[each], none.attentions[each]),
      }))
      .filter(({ position }) => position < Infinity),
    ...replacements
      .filter(({ activation }) => own.includes(activation.attention))
      .map((each) => ({ layer: layerOf(each.activation, layers), position: positionOfStep(each) })),
  ]);
  const earlier = (one: FirstChange, other: FirstChange) => ({
    layer: Math.min(one.layer, other.layer),
    position: Math.min(one.position, other.position),
  });
  return changes.reduce(earlier, { layer: Infinity, position: Infinity });
}
