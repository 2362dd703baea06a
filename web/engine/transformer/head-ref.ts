/**
 * Attention types of a model. 'encoder': self-attention of the encoder; 'decoder': causal self-attention of the
 * decoder; 'cross': cross-attention from the decoder to the encoder.
 */
export const ATTENTION_TYPES = ['encoder', 'decoder', 'cross'] as const;
export type AttentionType = (typeof ATTENTION_TYPES)[number];

/** Reference to an attention head of a model. Layers and heads count from 0. */
export interface HeadRef {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
}

export const isSameHead = (one: HeadRef, other: HeadRef): boolean =>
  one.attention === other.attention && one.layer === other.layer && one.head === other.head;

/** Stack (encoder or decoder) whose layers contain an attention type. Cross-attention is in the decoder. */
export const stackOf = (attention: AttentionType): 'encoder' | 'decoder' =>
  attention === 'encoder' ? 'encoder' : 'decoder';
