// The model and the text that an intervention is checked against.
import type { AttentionType } from './head-ref.js';
import type { ModelActivations, TextSizes } from './activations.js';
import type { TransformerDescription } from './description.js';

/** One attention of a model. */
export interface AttentionRef {
  readonly attention: AttentionType;
  readonly layer: number;
}

/** The decoder's tokens are also those to come. */
export interface ModelContext extends TextSizes {
  description: TransformerDescription;
  layers: Readonly<Record<AttentionType, number>>;
  /** null: a model that has attentions only, without activations to replace. */
  activations: ModelActivations | null;
  /** The only attention that can be changed; null: all of the model can. */
  only?: AttentionRef | null;
}
