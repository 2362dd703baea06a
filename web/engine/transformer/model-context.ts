// The model and the text that an intervention is checked against.
import type { AttentionType } from './head-ref.js';
import type { ModelActivations, TextSizes } from './activations.js';
import type { TransformerDescription } from './description.js';

/** One attention of a model. */
export interface AttentionRef {
  readonly attention: AttentionType;
  readonly layer: number;
}

/** `maxTarget` also covers decoder tokens that are yet to be generated. */
export interface ModelContext extends TextSizes {
  description: TransformerDescription;
  layers: Readonly<Record<AttentionType, number>>;
  /** Activations of the model; null for a single attention, which has no replaceable activations. */
  activations: ModelActivations | null;
  /** The only attention that may be changed; null: any attention of the model. */
  only?: AttentionRef | null;
}
