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

/** True if a query may attend to later tokens: scores after the mask are replaced, or weights by others than 0. */
function looksAhead({ activation: { attention, stepName }, selection, values }: ResolvedReplacement): boolean {
  const isOpen = stepName === 'masked' || (stepName === 'weights' && values.data.some((each) => each !== 0));
  const { queries, keys } = selection;
  const isLater = keys.length === 0 || keys.at(-1)! > (queries[0] ?? 0);
  return attention === 'decoder' && isOpen && isLater;
}

/**
 * The first change of a stack by one of these interventions.
 * @param none the intervention that changes nothing
 * @param all everything that is changed in the run that goes on
 */
export function firstChange(
  stack: 'encoder' | 'decoder',
  interventions: readonly ResolvedIntervention[],
  none: ResolvedIntervention,
  layers: number,
  all: ResolvedIntervention,
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
  const { layer, position } = changes.reduce(earlier, { layer: Infinity, position: Infinity });
  return { layer, position: layer < Infinity && all.replacements.some(looksAhead) ? 0 : position };
}
