// Beam search: approximates the most probable target texts with a few hypotheses.
import { endsInLoop } from './repetition.js';
import { mostProbable } from '../transformer/most-probable.js';
import type { Hypotheses } from '../transformer/decoding.js';

export interface SearchOptions {
  /** Number of hypotheses; 1 is greedy decoding. */
  beams: number;
  /** First token of the decoder's input. */
  first: number;
  /** Token that ends a text. */
  end: number;
  maxTokens: number;
  /** Tokens that are never generated. */
  suppressed: readonly number[];
  /** True if a token is a punctuation mark. */
  isMark: (id: number) => boolean;
}

/**
 * Reward per token, in nats, without which short texts would win (He et al. 2016; Murray & Chiang 2018). Of 0.5, 0.75,
 * 1 and 1.3, 0.75 yields the best BLEU over both translation directions.
 */
const TOKEN_REWARD = 0.75;
/** Number of texts per beam that are completed before the search ends. */
const TEXTS_PER_BEAM = 2;
/** Candidates in reserve, to replace those that would close a loop or end the text. */
const SPARE_CANDIDATES = 4;

interface Hypothesis {
  ids: readonly number[];
  logProbability: number;
  /** Index of the hypothesis in the decoder. */
  place: number;
}

/** A text that the search has completed, or cut off at the maximum length. */
export interface FoundText {
  /** Tokens of the text, without the end token. */
  ids: readonly number[];
  /** Log probability log P(text | source), plus the token rewards if the text is complete. */
  score: number;
}

/** Searches for target texts. Returns those found, best first; there is at least one. */
export function beamSearch(decoder: Hypotheses, options: SearchOptions): FoundText[] {
  const { beams, first, end, maxTokens, suppressed, isMark } = options;
  const extend = ({ ids, logProbability, place }: Hypothesis, token: number): Hypothesis[] => {
    const logits = decoder.step(place, token);
    for (const id of suppressed) logits[id] = -Infinity;
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
    // Step 1: Candidates with the end token are complete texts.
    candidates.sort((a, b) => b.logProbability - a.logProbability);
    for (const { ids, logProbability } of candidates.slice(0, beams)) {
      if (ids.at(-1) !== end) continue;
      found.push({ ids: ids.slice(0, -1), score: logProbability + TOKEN_REWARD * length });
    }
    // Step 2: The best of the other candidates continue.
    const alive = candidates.filter(({ ids }) => ids.at(-1) !== end).slice(0, beams);
    if (alive.length === 0 || found.length >= wanted || length === maxTokens) {
      if (found.length === 0) return [{ ids: alive[0]!.ids, score: alive[0]!.logProbability }];
      return found.sort((a, b) => b.score - a.score);
    }
    // Step 3: Each of these gets its own hypothesis in the decoder, and then its next candidates.
    candidates = withPlaces(alive, beams, decoder).flatMap((each) => extend(each, each.ids.at(-1)!));
  }
}

/**
 * Assigns the decoder's hypotheses to candidates. The first candidate that continues a hypothesis keeps it; others are
 * copied to free hypotheses.
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
