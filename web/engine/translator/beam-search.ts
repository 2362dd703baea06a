// Beam search, which approximates the most probable translations of a text with a few hypotheses.
import { endsInLoop } from './repetition.js';
import { mostProbable, suppress } from '../transformer/most-probable.js';
import type { Hypotheses } from '../transformer/decoding.js';

export interface SearchOptions {
  /** Number of hypotheses (beams); 1 is greedy decoding. */
  beams: number;
  /** Id of the decoder's first input token. */
  first: number;
  /** Id of the token that ends a text. */
  end: number;
  maxTokens: number;
  /** Tokens that are never generated. */
  suppressed: readonly number[];
  /** Returns true if a token is a punctuation mark. */
  isMark: (id: number) => boolean;
}

/**
 * Reward per token of a complete text, in nats, without which short texts would win (He et al. 2016; Murray & Chiang
 * 2018). Of 0.5, 0.75, 1 and 1.3, 0.75 yields the best BLEU over both translation directions.
 */
const TOKEN_REWARD = 0.75;
/** Number of complete texts per beam after which the search ends. */
const TEXTS_PER_BEAM = 2;
/**
 * Number of additional candidates per hypothesis, which take the place of those that repeat themselves or end the text.
 */
const SPARE_CANDIDATES = 4;

interface Hypothesis {
  ids: readonly number[];
  logProbability: number;
  /** Index of the hypothesis in the decoder, which has a KV cache for each. */
  place: number;
}

/** A text that the beam search has completed, or cut off at the maximum length. */
export interface FoundText {
  /** Ids of the text's tokens, without the end token. */
  ids: readonly number[];
  /** Score of the text: its log probability log P(text | source), plus the token rewards if the text is complete. */
  score: number;
}

/** Searches for translations. Returns those found, best first; there is at least one. */
export function beamSearch(decoder: Hypotheses, options: SearchOptions): FoundText[] {
  const { beams, first, end, maxTokens, suppressed, isMark } = options;
  const extend = ({ ids, logProbability, place }: Hypothesis, token: number): Hypothesis[] => {
    const logits = decoder.step(place, token);
    suppress(logits, suppressed);
    const next = mostProbable(logits, beams + SPARE_CANDIDATES, decoder.logSumExp(logits));
    const open = next.filter(({ id }) => !endsInLoop([...ids, id], isMark));
    return (open.length > 0 ? open : next).map((each) => ({
      ids: [...ids, each.id],
      logProbability: logProbability + each.logProbability,
      place,
    }));
  };
  const wanted = beams === 1 ? 1 : beams * TEXTS_PER_BEAM; // a greedy search ends with its first text
  const found: FoundText[] = [];
  let candidates = extend({ ids: [], logProbability: 0, place: 0 }, first);
  for (let length = 1; ; ++length) {
    // Step 1: add the candidates that end with the end token to the complete texts.
    candidates.sort((a, b) => b.logProbability - a.logProbability);
    for (const { ids, logProbability } of candidates.slice(0, beams)) {
      if (ids.at(-1) !== end) continue;
      found.push({ ids: ids.slice(0, -1), score: logProbability + TOKEN_REWARD * length });
    }
    // Step 2: select the best of the candidates that have not ended.
    const alive = candidates.filter(({ ids }) => ids.at(-1) !== end).slice(0, beams);
    if (alive.length === 0 || found.length >= wanted || length === maxTokens) {
      if (found.length === 0) return [{ ids: alive[0]!.ids, score: alive[0]!.logProbability }];
      return found.sort((a, b) => b.score - a.score);
    }
    // Step 3: give each selected candidate its own hypothesis in the decoder, and find its next candidates.
    candidates = withPlaces(alive, beams, decoder).flatMap((each) => extend(each, each.ids.at(-1)!));
  }
}

/**
 * Assigns each candidate one of the decoder's hypotheses. The first candidate that continues a hypothesis keeps it; for
 * the others, the decoder copies it to a free one.
 */
function withPlaces(alive: readonly Hypothesis[], beams: number, decoder: Hypotheses): Hypothesis[] {
  const used = new Set(alive.map(({ place }) => place));
  const free = Array.from({ length: beams }, (_, place) => place).filter((place) => !used.has(place));
  const kept = new Set<number>();
  return alive.map((each) => {
    if (!kept.has(each.place)) {
      kept.add(each.place);
      return each;
    }
    const place = free.pop()!;
    decoder.fork(each.place, place);
    return { ...each, place };
  });
}
