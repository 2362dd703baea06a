// Which head is selected: the one that the properties name, as far as the model has it.
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import { ATTENTION_TYPES, type AttentionType, type HeadRef, type Run } from '../../engine/transformer/run.js';
import type { State } from '../state/properties.js';

/** How many layers each attention type has, and how many heads a layer has. */
export type Shape = Pick<Run, 'layers' | 'numHeads'>;

/** The shape before the model is loaded. */
export const UNKNOWN_SHAPE: Shape = { layers: { encoder: 1, decoder: 0, cross: 0 }, numHeads: 1 };

/** The attention that is shown first: the encoder's, or that of a model with a decoder only. */
export const firstAttention = ({ layers }: Pick<Shape, 'layers'>): AttentionType =>
  ATTENTION_TYPES.find((each) => layers[each] > 0) ?? 'encoder';

/** The head to show first: the one that resolves pronouns, or another supervised one; otherwise the first described. */
export function defaultHead(heads: readonly HeadDescription[], attention: AttentionType): HeadRef {
  const candidates = heads.filter((each) => each.attention === attention);
  return (
    candidates.find(({ role }) => role === 'antecedent') ??
    candidates.find(({ role }) => role) ??
    candidates[0] ?? { attention, layer: 0, head: 0 }
  );
}

export function selectHead(
  { attention: requested, layer, head }: Pick<State, 'attention' | 'layer' | 'head'>,
  { layers, numHeads }: Shape,
  heads: readonly HeadDescription[],
): HeadRef {
  const named = heads.find(({ role }) => role !== null && role === head);
  if (named && (requested === 'auto' || requested === named.attention)) return named;
  const attention = requested !== 'auto' && layers[requested] > 0 ? requested : firstAttention({ layers });
  if (typeof head !== 'number') return defaultHead(heads, attention);
  return { attention, layer: Math.min(layer, layers[attention] - 1), head: Math.min(head, numHeads - 1) };
}
