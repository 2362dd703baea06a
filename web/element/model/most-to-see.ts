// Where there is most to see: which query token of a head, and which head for a sentence, is shown first.
import { keysNamed, type WordPattern } from '../../text/word-patterns.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/run.js';
import type { HeadDescription, MeasureName } from '../../engine/transformer/model-config.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** The least weight that is worth showing. */
const MIN_WEIGHT = 0.5;

/**
 * The most weight that a pronoun has on itself in a pronoun head. Other tokens, which that head has nothing to find for, keep
 * more.
 */
const MAX_SELF_WEIGHT = 0.02;

/** More tokens than that have other things to show, and take long to compare. */
const MAX_COMPARED_TOKENS = 128;

/** A query token and the weight on one of its keys. */
export interface Sight {
  query: number;
  weight: number;
  /** How much larger the weight is than the mean of all queries on that key, −1 … 1. */
  surplus: number;
}

/**
 * The query token whose largest weight says most: on a token at least `distance` away, and not where all queries attend to.
 * @param weights [queries, keys]
 * @param distance 2 leaves out the neighbors, which many heads attend to in any sentence; 1 the token itself; 0 nothing
 * @returns null where no such weight is large enough
 */
export function mostToSee({ data, shape }: Tensor, distance: number): Sight | null {
  const [queries, keys] = shape as [number, number];
  let most: Sight | null = null;
  for (let key = 0; key < keys; key++) {
    let sum = 0;
    for (let query = 0; query < queries; query++) sum += data[query * keys + key]!;
    for (let query = 0; query < queries; query++) {
      const weight = data[query * keys + key]!;
      const surplus = weight - sum / queries;
      const isFar = Math.abs(query - key) >= distance;
      if (isFar && weight >= MIN_WEIGHT && surplus > (most?.surplus ?? -1)) most = { query, weight, surplus };
    }
  }
  return most;
}

/** The pronoun that a pronoun head finds in a sentence, by its weights [tokens, tokens]; null: there is none. */
export function pronounIn({ data, shape: [tokens = 0] }: Tensor): number | null {
  const self = Array.from({ length: tokens }, (_, token) => data[token * tokens + token]!);
  const least = Math.min(...self);
  return least < MAX_SELF_WEIGHT ? self.indexOf(least) : null;
}

/** In order of preference. In cross-attention queries and keys are other tokens, and a distance means nothing. */
const distancesIn = (attention: AttentionType): readonly number[] => (attention === 'cross' ? [0] : [2, 1]);

/** The query token of a head that is shown first; null: one is as good as another. */
export function queryToShow(
  weights: Tensor,
  { attention, role }: Pick<HeadDescription, 'attention' | 'role'>,
): number | null {
  if (weights.shape[0]! > MAX_COMPARED_TOKENS) return null;
  const pronoun = role === 'antecedent' ? pronounIn(weights) : null;
  if (pronoun !== null) return pronoun;
  for (const distance of distancesIn(attention)) {
    const sight = mostToSee(weights, distance);
    if (sight) return sight.query;
  }
  return null;
}

const placeOf = ({ attention, layer, head }: HeadRef): HeadRef => ({ attention, layer, head });

/** A model's run, as far as the choice needs it. */
export interface EncoderHeads {
  descriptions: readonly HeadDescription[];
  layers: number;
  numHeads: number;
  tokenCount: number;
  weightsOf: (head: HeadRef) => Tensor;
}

/**
 * The head of the encoder that is shown first for a sentence: the pronoun head, if it finds a pronoun; otherwise the supervised head, whose meaning is known, with most to see; otherwise any head with most to see.
 * @returns null where no head has anything to see
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
    const sights = heads.flatMap((head) => {
      const sight = mostToSee(weightsOf(head), distance);
      return sight ? [{ head, surplus: sight.surplus }] : [];
    });
    if (sights.length > 0) {
      return placeOf(sights.reduce((a, b) => (b.surplus > a.surplus ? b : a)).head);
    }
  }
  return null;
}

/** More weights than that take long to compute. */
const MAX_COMPARED_WEIGHTS = 2 ** 24;

const HAS_LETTER = /[\p{L}\p{N}]/u;

/** A run of a model that goes on with a text, as far as the choice needs it. */
export interface DecoderHeads {
  layers: number;
  numHeads: number;
  /** The tokens as they stand in the text, each with the white space before it. */
  prose: readonly string[];
  /** The weights of all heads of a layer, [heads, tokens, tokens]. */
  weightsOf: (layer: number) => Tensor;
  /** The pattern that was measured for a head; null if it has none. */
  patternOf: (head: HeadRef) => MeasureName | null;
}

/** Score of a head from the weights of the last token; 0 rules it out. */
type Merit = (pattern: MeasureName | null, weights: Float32Array) => number;

/**
 * The head of the decoder that is shown first for a text, by its last token, from which the text goes on: a head that was
 * measured to look for other words, or else for punctuation, and does so here with most weight; otherwise the one without a
 * pattern that attends most to one earlier word. The words that it attends to in any text, the one before and its own, count
 * then only where there is no other.
 * @returns null where there is no earlier word
 */
export function headLookingBack({ layers, numHeads, prose, weightsOf, patternOf }: DecoderHeads): HeadRef | null {
  const tokens = prose.length;
  if (layers * numHeads * tokens ** 2 > MAX_COMPARED_WEIGHTS) return null;
  const named = keysNamed(prose);
  const follows =
    (wanted: WordPattern): Merit =>
    (pattern, weights) => {
      const weight = pattern === wanted ? Math.max(0, ...named(wanted, tokens - 1).map((key) => weights[key]!)) : 0;
      return weight >= Math.max(...weights) ? weight : 0;
    };
  const keys = earlierWords(prose);
  const looksBack: Merit = (pattern, weights) =>
    pattern === null ? Math.max(0, ...keys.map((key) => weights[key]!)) : 0;
  const merits = [follows('previousWord'), follows('punctuation'), looksBack];
  const best = merits.map((): { head: HeadRef | null; merit: number } => ({ head: null, merit: 0 }));
  for (let layer = 0; layer < layers; layer++) {
    const { data } = weightsOf(layer);
    for (let index = 0; index < numHeads; index++) {
      const head: HeadRef = { attention: 'decoder', layer, head: index };
      const end = (index + 1) * tokens * tokens;
      const [pattern, weights] = [patternOf(head), data.subarray(end - tokens, end)];
      merits.forEach((of, at) => {
        const merit = of(pattern, weights);
        if (merit > best[at]!.merit) best[at] = { head, merit };
      });
    }
  }
  return best.find(({ head }) => head !== null)?.head ?? null;
}

/** The tokens with letters at least two words before the last one, or where there is none, one word before. */
function earlierWords(prose: readonly string[]): readonly number[] {
  let word = 0;
  const wordOf = prose.map((token) => (/^\s/u.test(token) ? ++word : word));
  const earlier = (distance: number) =>
    prose.flatMap((token, key) => (HAS_LETTER.test(token) && word - wordOf[key]! >= distance ? [key] : []));
  return [2, 1].map(earlier).find((each) => each.length > 0) ?? [];
}
