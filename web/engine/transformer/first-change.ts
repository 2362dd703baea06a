// Finds the part of a run that other interventions leave unchanged: the layers below the first change and, in a
// decoder, the positions before it.
import { isOfSource, type ActivationPlace } from './activations.js';
import type { AttentionIntervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType } from './head-ref.js';
import type { ResolvedReplacement } from './replacement.js';

/** First changed layer and position; everything before either is unaffected. Both are Infinity if nothing changes. */
export interface FirstChange {
  /** Layer of the change; the number of layers stands for the steps after the last layer. */
  readonly layer: number;
  /** Position of the first changed decoder token. */
  readonly position: number;
}

/**
 * First layer to recompute if this step is changed. If the residual stream before a layer is changed, the run caches
 * the changed one.
 */
function layerOf({ layer, stepName }: ActivationPlace, layers: number): number {
  if (layer === null) return /^(final|logits)/.test(stepName) ? layers : 0;
  return stepName === 'residualPre' ? Math.max(layer - 1, 0) : layer;
}

/** Position of the first changed query, or Infinity. A blocked key affects the queries from its own position on. */
function positionOf(attention: AttentionType, one: AttentionIntervention, none: AttentionIntervention): number {
  const isEverywhere = attention === 'cross' && one.blockedKeys.length > 0;
  if (isEverywhere || one.isCausal !== none.isCausal || one.scale !== none.scale) return 0;
  const queries = one.blockedPairs.map(([query]) => query);
  return [...one.blockedKeys, ...queries].reduce((first, each) => Math.min(first, each), Infinity);
}

/** First token whose step is changed. In cross-attention, this is the first one, since every token reads all keys. */
const positionOfStep = ({ activation, selection: { tokens, queries } }: ResolvedReplacement): number =>
  (isOfSource(activation) ? undefined : (tokens[0] ?? queries[0])) ?? 0;

/** True if a query may attend to later tokens: masked scores are replaced, or weights are replaced by values other than 0. */
function looksAhead({ activation: { attention, stepName }, selection, values }: ResolvedReplacement): boolean {
  const isOpen = stepName === 'masked' || (stepName === 'weights' && values.data.some((each) => each !== 0));
  const { queries, keys } = selection;
  const isLater = keys.length === 0 || keys.at(-1)! > (queries[0] ?? 0);
  return attention === 'decoder' && isOpen && isLater;
}

/**
 * First change of a stack by any of these interventions.
 * @param none the empty intervention
 * @param all all interventions of the resulting run
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
