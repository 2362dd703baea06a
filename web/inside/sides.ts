// The two sides of attention: the tokens of the queries and of the keys of an attention type, and the query of the
// question.
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

/** Query that the question is about. The encoder of an encoder-decoder has none, so its first position is used. */
export function queryOf({ tokens, source, prediction }: Answer, attention: AttentionType): number {
  if (attention === 'encoder' && source) return 0;
  return prediction?.position ?? tokens.length - 1;
}
