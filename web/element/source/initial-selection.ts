// The initial selection: the query token that is selected for a head, and the head that is selected for a text.
import { HAS_LETTER, keysNamed, type WordPattern } from '../../text/word-patterns.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/run.js';
import type { HeadDescription, MeasureName } from '../../engine/transformer/model-config.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Minimum attention weight on a single key that makes a query token the initial selection. */
const MIN_WEIGHT = 0.5;

/**
 * Maximum weight of a pronoun on itself in the pronoun head. Other tokens, for which this head has no target, attend
 * more to themselves.
 */
const MAX_SELF_WEIGHT = 0.02;

/**
 * Maximum number of tokens for which heads are compared. For a longer text, the comparison would be slow, and any head
 * shows enough.
 */
const MAX_COMPARED_TOKENS = 128;

/** A query token, and its most distinctive weight on a key. */
export interface DistinctiveWeight {
  query: number;
  weight: number;
  /** Difference of the weight and the mean weight of all queries on the same key, from −1 to 1. */
  excess: number;
}

/**
 * The most distinctive attention weight: on a token at least `distance` away, and large compared with the weights of
 * other queries on that key.
 * @param weights [queries, keys]
 * @param distance 2 excludes the neighbors, which many heads attend to in any sentence; 1 excludes the token itself; 0
 * excludes nothing
 * @returns null if no such weight is large enough
 */
export function mostDistinctiveWeight({ data, shape }: Tensor, distance: number): DistinctiveWeight | null {
  const [queries, keys] = shape as [number, number];
  let most: DistinctiveWeight | null = null;
  for (let key = 0; key < keys; key++) {
    let sum = 0;
    for (let query = 0; query < queries; query++) sum += data[query * keys + key]!;
    for (let query = 0; query < queries; query++) {
      const weight = data[query * keys + key]!;
      const excess = weight - sum / queries;
      const isFar = Math.abs(query - key) >= distance;
      if (isFar && weight >= MIN_WEIGHT && excess > (most?.excess ?? -1)) most = { query, weight, excess };
    }
  }
  return most;
}

/**
 * The pronoun that a pronoun head detects in a sentence, according to its weights [tokens, tokens]; null if there is
 * none.
 */
export function pronounIn({ data, shape: [tokens = 0] }: Tensor): number | null {
  const self = Array.from({ length: tokens }, (_, token) => data[token * tokens + token]!);
  const least = Math.min(...self);
  return least < MAX_SELF_WEIGHT ? self.indexOf(least) : null;
}

/**
 * Minimum distances between query and key, in tokens, in order of preference. In cross-attention, query and key are
 * tokens of different texts, which have no distance.
 */
const distancesIn = (attention: AttentionType): readonly number[] => (attention === 'cross' ? [0] : [2, 1]);

/** The query token that is selected initially for a head; null if none stands out. */
export function queryToShow(
  weights: Tensor,
  { attention, role }: Pick<HeadDescription, 'attention' | 'role'>,
): number | null {
  if (weights.shape[0]! > MAX_COMPARED_TOKENS) return null;
  const pronoun = role === 'antecedent' ? pronounIn(weights) : null;
  if (pronoun !== null) return pronoun;
  for (const distance of distancesIn(attention)) {
    const candidate = mostDistinctiveWeight(weights, distance);
    if (candidate) return candidate.query;
  }
  return null;
}

const placeOf = ({ attention, layer, head }: HeadRef): HeadRef => ({ attention, layer, head });

/** Inputs for choosing the initially selected head of an encoder. */
export interface EncoderHeads {
  descriptions: readonly HeadDescription[];
  layers: number;
  numHeads: number;
  tokenCount: number;
  weightsOf: (head: HeadRef) => Tensor;
}

/**
 * The encoder head that is selected initially for a sentence: the pronoun head, if it detects a pronoun; otherwise the
 * supervised head with the most distinctive weight, since its role is known; otherwise the head with the most
 * distinctive weight.
 * @returns null if no head has such a weight
 */
export function headToShow({ descriptions, layers, numHeads, tokenCount, weightsOf }: EncoderHeads): HeadRef | null {
  if (tokenCount > MAX_COMPARED_TOKENS) return null;
  const supervised = (isWanted: (role: HeadDescription['role']) => boolean) =>
    descriptions.filter(({ attention, role }) => attention === 'encoder' && role !== null && isWanted(role));
  const [pronouns, others] = [
    supervised((role) => role === 'antecedent'),
    supervised((role) => role !== 'antecedent' && role !== 'previous'),
  ];
  const withPronoun = pronouns.find((head) => pronounIn(weightsOf(head)) !== null);
  if (withPronoun) return placeOf(withPronoun);
  const everyHead = Array.from({ length: layers * numHeads }, (_, index) => ({
    attention: 'encoder' as const,
    layer: Math.floor(index / numHeads),
    head: index % numHeads,
  }));
  const groups: [heads: readonly HeadRef[], distance: number][] = [
    [others, 2],
    [others, 1],
    [everyHead, 2],
    [everyHead, 1],
  ];
  for (const [heads, distance] of groups) {
    const found = heads.flatMap((head) => {
      const candidate = mostDistinctiveWeight(weightsOf(head), distance);
      return candidate ? [{ head, excess: candidate.excess }] : [];
    });
    if (found.length > 0) {
      return placeOf(found.reduce((a, b) => (b.excess > a.excess ? b : a)).head);
    }
  }
  return null;
}

/** Maximum number of attention weights for which heads are compared, since computing the weights is slow. */
const MAX_COMPARED_WEIGHTS = 2 ** 24;

/** Inputs for choosing the initially selected head of a decoder-only model. */
export interface DecoderHeads {
  layers: number;
  numHeads: number;
  /** Texts of the tokens with the whitespace before them. */
  prose: readonly string[];
  /** Attention weights of all heads of a layer, [heads, tokens, tokens]. */
  weightsOf: (layer: number) => Tensor;
  /** A head's measured attention pattern; null if it has none. */
  patternOf: (head: HeadRef) => MeasureName | null;
}

/** Function that scores a head for the initial selection by the last token's weights; 0 excludes the head. */
type Scorer = (pattern: MeasureName | null, weights: Float32Array) => number;

/**
 * The decoder head to show first for a text. It is chosen by the last token, which predicts the continuation. First
 * choice: among heads whose measured pattern concerns other words, or else punctuation, the one that follows its
 * pattern here with the most weight. Second choice: the head without a pattern that attends most to one earlier word;
 * heads attend to the previous word and to the token's own word in any text, so these count only if there is no other.
 * @returns null if there is no earlier word
 */
export function decoderHeadToShow({ layers, numHeads, prose, weightsOf, patternOf }: DecoderHeads): HeadRef | null {
  const tokens = prose.length;
  if (layers * numHeads * tokens ** 2 > MAX_COMPARED_WEIGHTS) return null;
  const named = keysNamed(prose);
  const follows =
    (wanted: WordPattern): Scorer =>
    (pattern, weights) => {
      const weight = pattern === wanted ? Math.max(0, ...named(wanted, tokens - 1).map((key) => weights[key]!)) : 0;
      return weight >= Math.max(...weights) ? weight : 0;
    };
  const keys = earlierWords(prose);
  const looksBack: Scorer = (pattern, weights) =>
    pattern === null ? Math.max(0, ...keys.map((key) => weights[key]!)) : 0;
  const scorers = [follows('previousWord'), follows('punctuation'), looksBack];
  const best = scorers.map((): { head: HeadRef | null; score: number } => ({ head: null, score: 0 }));
  for (let layer = 0; layer < layers; layer++) {
    const { data } = weightsOf(layer);
    for (let index = 0; index < numHeads; index++) {
      const head: HeadRef = { attention: 'decoder', layer, head: index };
      const end = (index + 1) * tokens * tokens;
      const [pattern, weights] = [patternOf(head), data.subarray(end - tokens, end)];
      scorers.forEach((scoreOf, at) => {
        const score = scoreOf(pattern, weights);
        if (score > best[at]!.score) best[at] = { head, score };
      });
    }
  }
  return best.find(({ head }) => head !== null)?.head ?? null;
}

/**
 * Indices of the tokens with letters that are at least two words before the last token; if there are none, at least one
 * word before it.
 */
function earlierWords(prose: readonly string[]): readonly number[] {
  let word = 0;
  const wordOf = prose.map((token) => (/^\s/u.test(token) ? ++word : word));
  const earlier = (distance: number) =>
    prose.flatMap((token, key) => (HAS_LETTER.test(token) && word - wordOf[key]! >= distance ? [key] : []));
  return [2, 1].map(earlier).find((each) => each.length > 0) ?? [];
}
