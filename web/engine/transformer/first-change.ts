// Finds the part of a run that does not change with other interventions: the layers below the first change and, in a
// decoder, the positions before it.
import { isOfSource, type ActivationPlace } from './activations.js';
import type { AttentionIntervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType } from './head-ref.js';
import type { ResolvedReplacement } from './replacement.js';

/**
 * First layer and position that change; everything before either is unaffected. Both are Infinity if nothing changes.
 */
export interface FirstChange {
  /** First layer that changes; the number of layers stands for the steps after the last layer. */
  readonly layer: number;
  /** Position of the first decoder token that changes. */
  readonly position: number;
}

/**
 * First layer to recompute if a step changes. If the residual stream before a layer changes, the run caches the changed
 * stream.
 */
function layerOf({ layer, stepName }: ActivationPlace, layers: number): number {
  if (layer === null) return /^(final|logits)/.test(stepName) ? layers : 0;
  return stepName === 'residualPre' ? Math.max(layer - 1, 0) : layer;
}

/**
 * Position of the first query whose attention changes; Infinity if none. A blocked key affects the queries from its own
 * position on.
 */
function positionOf(attention: AttentionType, one: AttentionIntervention, none: AttentionIntervention): number {
  const isEverywhere = attention === 'cross' && one.blockedKeys.length > 0;
  if (isEverywhere || one.isCausal !== none.isCausal || one.scale !== none.scale) return 0;
  const queries = one.blockedPairs.map(([query]) => query);
  return [...one.blockedKeys, ...queries].reduce((first, each) => Math.min(first, each), Infinity);
}

/**
 * Position of the first token whose step is replaced. In cross-attention, this is the first token, since every token
 * reads all keys.
 */
const positionOfStep = ({ activation, selection: { tokens, queries } }: ResolvedReplacement): number =>
  (isOfSource(activation) ? undefined : (tokens[0] ?? queries[0])) ?? 0;

/**
 * True if a replacement may let a query attend to later tokens: masked scores are replaced, or weights are replaced by
 * values other than 0.
 */
function looksAhead({ activation: { attention, stepName }, selection, values }: ResolvedReplacement): boolean {
  const isOpen = stepName === 'masked' || (stepName === 'weights' && values.data.some((each) => each !== 0));
  const { queries, keys } = selection;
  const isLater = keys.length === 0 || keys.at(-1)! > (queries[0] ?? 0);
  return attention === 'decoder' && isOpen && isLater;
}

/**
 * First layer and position of a stack that any of the given interventions changes.
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
