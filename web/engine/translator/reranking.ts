// Noisy-channel reranking (Brown et al. 1993; Yee, Dauphin & Auli 2019): selects the translation that best translates
// back to the source. The model translates in both directions, so it is its own channel model.
import type { FoundText } from './beam-search.js';

/** Weight of the back-translation, log P(source | text), relative to log P(text | source). */
const CHANNEL_WEIGHT = 0.5;
/** Number of translations that are translated back for reranking. More would improve little. */
const TRANSLATED_BACK = 3;

/**
 * Selects the best translation by reranking, and returns the ids of its tokens.
 * @param texts translations, best first
 * @param sourceLogProbability returns log P(source | text), in nats
 */
export function rerank(
  texts: readonly FoundText[],
  sourceLogProbability: (ids: readonly number[]) => number,
): readonly number[] {
  const candidates = texts.slice(0, TRANSLATED_BACK);
  if (candidates.length === 1) return candidates[0]!.ids;
  const scores = candidates.map(({ ids, score }) => score + CHANNEL_WEIGHT * sourceLogProbability(ids));
  return candidates[scores.indexOf(Math.max(...scores))]!.ids;
}
