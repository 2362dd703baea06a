/**
 * Attention types of a model: self-attention of the encoder, causal self-attention of the decoder, and cross-attention
 * from the decoder to the encoder.
 */
export const ATTENTION_TYPES = ['encoder', 'decoder', 'cross'] as const;
export type AttentionType = (typeof ATTENTION_TYPES)[number];

/** A head of a model; layer and head count from 0. */
export interface HeadRef {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
}

export const isSameHead = (one: HeadRef, other: HeadRef): boolean =>
  one.attention === other.attention && one.layer === other.layer && one.head === other.head;

/** The stack (encoder or decoder) whose layers contain an attention type; cross-attention is in the decoder. */
export const stackOf = (attention: AttentionType): 'encoder' | 'decoder' =>
  attention === 'encoder' ? 'encoder' : 'decoder';
