// The user's interventions, limited to the selected head or to its layer.
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { Scope } from '../../view/scope.js';

/**
 * Limits interventions to the selected head or its layer. Interventions on tokens apply if the head's keys are tokens
 * of the text; interventions on pairs of tokens apply if its queries are, too. Ablated heads remain ablated in all
 * layers.
 */
export function scopedIntervention(
  { causal = false, padding = 0, ablateTokens = [], blockedPairs = [], ...others }: Intervention,
  scope: Scope,
  { attention, layer, head }: HeadRef,
  isDecoderOnly: boolean,
): Intervention {
  const all = { ...others, causal, padding, ablateTokens, blockedPairs };
  if (scope === 'model') return all;
  const isOfText = attention === 'encoder' || isDecoderOnly;
  const hasTextAsKeys = isOfText || attention === 'cross';
  return {
    ...others,
    causal: causal && attention === 'encoder',
    ...(hasTextAsKeys && { padding, ablateTokens }),
    ...(isOfText && { blockedPairs }),
    scope: { attention, layer, ...(scope === 'head' && { head }) },
  };
}
