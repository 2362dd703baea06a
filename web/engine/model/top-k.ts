// The most probable next tokens, from the decoder's logits.
import type { TokenCandidate } from './run.js';
import type { TargetTokenizer } from '../../text/target-tokens.js';

/** Special tokens that are never generated; the end token is. */
const NEVER_GENERATED = ['<padding>', '<to-zh>', '<to-en>', '<unknown>'];

/**
 * The k most probable next tokens in descending order, with their probabilities (softmax over the vocabulary).
 * @param logits [vocabulary]; not changed
 */
export function topK(
  logits: Float32Array,
  tokenizer: TargetTokenizer,
  k: number,
): { ids: number[]; candidates: TokenCandidate[] } {
  const excluded = new Set(NEVER_GENERATED.map((token) => tokenizer.id(token)));
  const best: number[] = [];
  let sum = 0;
  let largest = -Infinity;
  for (let id = 0; id < logits.length; ++id) {
    if (excluded.has(id)) continue;
    const logit = logits[id]!;
    if (logit > largest) {
      sum *= Math.exp(largest - logit);
      largest = logit;
    }
    sum += Math.exp(logit - largest);
    if (best.length === k && logit <= logits[best[k - 1]!]!) continue;
    const place = best.findIndex((other) => logits[other]! < logit);
    best.splice(place < 0 ? best.length : place, 0, id);
    best.length = Math.min(best.length, k);
  }
  const end = tokenizer.id('<end>');
  const candidates = best.map((id) => ({
    text: id === end ? '' : tokenizer.decode([id]).text,
    probability: Math.exp(logits[id]! - largest) / sum,
  }));
  return { ids: best, candidates };
}
