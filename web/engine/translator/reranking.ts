// Among the texts that the search found, the one from which one gets back to the source best: reranking by a noisy channel
// (Brown et al. 1993; Yee, Dauphin & Auli 2019). The model translates in both directions, so it is its own channel.
import type { FoundText } from './beam-search.js';

/** What log P(source | text) counts beside log P(text | source). */
const CHANNEL_WEIGHT = 0.5;
/** So many of the texts are translated back; more of them gain little. */
const TRANSLATED_BACK = 3;

/**
 * The tokens of the text to show.
 * @param texts the best first
 * @param sourceLogProbability log P(source | text), in nats
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
