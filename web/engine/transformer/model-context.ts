// The model and the text for which an intervention is checked.
import type { AttentionType } from './head-ref.js';
import type { ModelActivations, TextSizes } from './activations.js';
import type { TransformerDescription } from './description.js';

export interface AttentionRef {
  readonly attention: AttentionType;
  readonly layer: number;
}

/** A model and a text. `maxTarget` includes decoder tokens that are yet to be generated. */
export interface ModelContext extends TextSizes {
  description: TransformerDescription;
  layers: Readonly<Record<AttentionType, number>>;
  /** The model's activations; null for a single attention layer, which has no replaceable activations. */
  activations: ModelActivations | null;
  /** The only attention layer that may be changed; null for any layer of the model. */
  only?: AttentionRef | null;
}
