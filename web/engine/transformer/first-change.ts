// The part of a run that other interventions leave as it was: the layers below the first that is changed.
import type { ActivationPlace } from './activations.js';
import type { AttentionIntervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType } from './head-ref.js';

const isChange = (one: AttentionIntervention, none: AttentionIntervention): boolean =>
  JSON.stringify({ ...one, layer: null, head: null }) !== JSON.stringify({ ...none, layer: null, head: null });

/** The first layer that has to be computed again where this step is changed; a run keeps the changed residual stream. */
function layerOf({ layer, stepName }: ActivationPlace, layers: number): number {
  if (layer === null) return /^(final|logits)/.test(stepName) ? layers : 0;
  return stepName === 'residualPre' ? Math.max(layer - 1, 0) : layer;
}

/**
 * The first layer of a stack that one of these interventions changes; as many as there are layers: what comes after the last;
 * Infinity: nothing.
 * @param none the intervention that changes nothing
 */
export function firstChange(
  stack: 'encoder' | 'decoder',
  interventions: readonly ResolvedIntervention[],
  none: ResolvedIntervention,
  layers: number,
): number {
  const own: readonly AttentionType[] = stack === 'encoder' ? ['encoder'] : ['decoder', 'cross'];
  const changed = interventions.flatMap(({ attentions, replacements }) => [
    ...own
      .filter((each) => isChange(attentions[each], none.attentions[each]))
      .map((each) => attentions[each].layer ?? 0),
    ...replacements
      .filter(({ activation }) => own.includes(activation.attention))
      .map(({ activation }) => layerOf(activation, layers)),
  ]);
  return Math.min(...changed);
}
