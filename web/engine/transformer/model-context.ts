// Context in which interventions are checked: the model and the sizes of the texts.
import type { AttentionType } from './head-ref.js';
import type { ModelActivations, TextSizes } from './activations.js';
import type { TransformerDescription } from './description.js';

export interface AttentionRef {
  readonly attention: AttentionType;
  readonly layer: number;
}

/** A model, and the sizes of a run's texts. `maxTarget` includes decoder tokens that are yet to be generated. */
export interface ModelContext extends TextSizes {
  description: TransformerDescription;
  layers: Readonly<Record<AttentionType, number>>;
  /** Activations of the model; null for a single attention layer, which has none that can be replaced. */
  activations: ModelActivations | null;
  /** The only attention layer that interventions may change; null for any layer of the model. */
  only?: AttentionRef | null;
}
