// The two sides of attention: for an attention type, the tokens that are queries, those that are keys, and the query
// that the question is about.
import type { Answer, ShownToken } from './work/answer.js';
import type { AttentionType } from '../engine/transformer/head-ref.js';

export interface Sides {
  readonly queries: readonly ShownToken[];
  readonly keys: readonly ShownToken[];
}

export const sidesOf = ({ tokens, source }: Answer, attention: AttentionType): Sides => ({
  queries: attention === 'encoder' && source ? source : tokens,
  keys: attention !== 'decoder' && source ? source : tokens,
});

/**
 * Position of the query that the question is about. The question is never about a token that the encoder of an
 * encoder-decoder reads, so position 0 stands for it there.
 */
export function queryOf({ tokens, source, prediction }: Answer, attention: AttentionType): number {
  if (attention === 'encoder' && source) return 0;
  return prediction?.position ?? tokens.length - 1;
}
