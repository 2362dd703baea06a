// Finds the part of a run's computation that other interventions leave unchanged: the layers below the first changed
// one and, in a decoder, the positions before it.
import { isOfSource, type ActivationPlace } from './activations.js';
import type { AttentionIntervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType } from './head-ref.js';
import type { ResolvedReplacement } from './replacement.js';

/**
 * First layer and first position at which interventions change the computation of a stack. Both are Infinity if nothing
 * changes.
 */
export interface FirstChange {
  /** Index of the first layer that changes; the number of layers stands for the steps after the last layer. */
  readonly layer: number;
  /** Position of the first decoder token whose computation changes. */
  readonly position: number;
}

/**
 * First layer to recompute if an activation is replaced. For the residual stream before a layer, it is the layer
 * before, whose output the run caches with the replacement.
 */
function layerOf({ layer, stepName }: ActivationPlace, layers: number): number {
  if (layer === null) return /^(final|logits)/.test(stepName) ? layers : 0;
  return stepName === 'residualPre' ? Math.max(layer - 1, 0) : layer;
}

/**
 * Position of the first query whose attention an intervention changes; Infinity if none. A blocked key changes the
 * attention of the queries from its own position on, in cross-attention that of all.
 */
function positionOf(attention: AttentionType, one: AttentionIntervention, none: AttentionIntervention): number {
  const isEverywhere = attention === 'cross' && one.blockedKeys.length > 0;
  if (isEverywhere || one.isCausal !== none.isCausal || one.scale !== none.scale) return 0;
  const queries = one.blockedPairs.map(([query]) => query);
  return [...one.blockedKeys, ...queries].reduce((first, each) => Math.min(first, each), Infinity);
}

/**
 * Position of the first decoder token at which an activation is replaced. It is 0 if the encoder's tokens are replaced
 * (keys and values in cross-attention), since all decoder tokens read them.
 */
const positionOfStep = ({ activation, selection: { tokens, queries } }: ResolvedReplacement): number =>
  (isOfSource(activation) ? undefined : (tokens[0] ?? queries[0])) ?? 0;

/**
 * True if a replacement may let a query attend to later tokens: it replaces masked scores, or weights by values other
 * than 0.
 */
function looksAhead({ activation: { attention, stepName }, selection, values }: ResolvedReplacement): boolean {
  const isOpen = stepName === 'masked' || (stepName === 'weights' && values.data.some((each) => each !== 0));
  const { queries, keys } = selection;
  const isLater = keys.length === 0 || keys.at(-1)! > (queries[0] ?? 0);
  return attention === 'decoder' && isOpen && isLater;
}

/**
 * First layer and position of a stack that any of the given interventions changes.
 * @param none checked interventions that change nothing, for comparison
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
