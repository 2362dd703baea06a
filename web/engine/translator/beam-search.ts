// Beam search: the target texts of the highest probability, as far as a few hypotheses can tell.
import { endsInLoop } from './repetition.js';
import { mostProbable } from '../transformer/most-probable.js';
import type { Hypotheses } from '../transformer/decoding.js';

export interface SearchOptions {
  /** The number of hypotheses; 1 is greedy decoding. */
  beams: number;
  /** The decoder's first input. */
  first: number;
  /** The token that ends a text. */
  end: number;
  maxTokens: number;
  /** For each token of the vocabulary, whether it may be generated. */
  allowed: readonly boolean[];
  /** Whether a token is punctuation. */
  isMark: (id: number) => boolean;
}

/**
 * What each token of a text is worth, in nats: without it, short texts win (He et al. 2016; Murray & Chiang 2018). Of 0.5, 0.75,
 * 1 and 1.3 this gives the best BLEU in both directions together.
 */
const TOKEN_REWARD = 0.75;
/** So many texts for each beam are finished before the search ends. */
const TEXTS_PER_BEAM = 2;
/** Candidates beyond the number of beams, in place of those that close a loop or end the text. */
const SPARE_CANDIDATES = 4;

interface Hypothesis {
  ids: readonly number[];
  logProbability: number;
  /** Its place in the decoder. */
  place: number;
}

/** A text that the search has finished, or that the limit has cut off. */
export interface FoundText {
  /** Its tokens, without the end token. */
  ids: readonly number[];
  /** log P(text | source), and what its tokens are worth, where it has ended. */
  score: number;
}

/** The texts found, the best first; at least one. */
export function beamSearch(decoder: Hypotheses, options: SearchOptions): FoundText[] {
  const { beams, first, end, maxTokens, allowed, isMark } = options;
  const extend = ({ ids, logProbability, place }: Hypothesis, token: number): Hypothesis[] => {
    const next = mostProbable(decoder.step(place, token), beams + SPARE_CANDIDATES, allowed);
    const open = next.filter(({ id }) => !endsInLoop([...ids, id], isMark));
    return (open.length > 0 ? open : next).map((each) => ({
      ids: [...ids, each.id],
      logProbability: logProbability + each.logProbability,
      place,
    }));
  };
  const wanted = beams === 1 ? 1 : beams * TEXTS_PER_BEAM; // the first text, where the search is greedy
  const found: FoundText[] = [];
  let candidates = extend({ ids: [], logProbability: 0, place: 0 }, first);
  for (let length = 1; ; ++length) {
    // 1. Among the best candidates, those that end are texts.
    candidates.sort((a, b) => b.logProbability - a.logProbability);
    for (const { ids, logProbability } of candidates.slice(0, beams)) {
      if (ids.at(-1) !== end) continue;
      found.push({ ids: ids.slice(0, -1), score: logProbability + TOKEN_REWARD * length });
    }
    // 2. The best of the others go on.
    const alive = candidates.filter(({ ids }) => ids.at(-1) !== end).slice(0, beams);
    if (alive.length === 0 || found.length >= wanted || length === maxTokens) {
      if (found.length === 0) return [{ ids: alive[0]!.ids, score: alive[0]!.logProbability }];
      return found.sort((a, b) => b.score - a.score);
    }
    // 3. Each gets a place of its own, then its next candidates.
    candidates = withPlaces(alive, beams, decoder).flatMap((each) => extend(each, each.ids.at(-1)!));
  }
}

/** The first hypothesis that goes on from one keeps its place; others take copies to places that nothing goes on from. */
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
