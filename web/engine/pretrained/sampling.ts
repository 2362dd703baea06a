// Sampling: chooses the next token according to the logits.
import { expectNumber, expectOptions, expectWholeNumber, expectWith } from '../core/checks.js';
import { largestLogits } from '../transformer/most-probable.js';

/**
 * Number of tokens up to which the most probable ones are found faster by selecting the largest logits than by sorting
 * all of them.
 */
const FEW = 512;

/**
 * Options of sampling. The default, greedy decoding, picks the most probable token; the other options require a
 * temperature.
 */
export interface SamplingOptions {
  /**
   * Temperature, by which the logits are divided before a random token is drawn: values below 1 favor probable tokens,
   * values above 1 flatten the distribution. 0 picks the most probable token. Default 0.
   */
  temperature?: number;
  /** Number of most probable tokens from which the next one is drawn. Default: all. */
  topK?: number;
  /**
   * Probability, from 0 to 1: the token is drawn from the smallest set of most probable tokens whose probabilities sum
   * to at least this value. Default 1: all.
   */
  topP?: number;
  /** Seed of the random numbers; the same seed yields the same tokens. Default 0. */
  seed?: number;
}

export const SAMPLING_NAMES = ['temperature', 'topK', 'topP', 'seed'] as const;

/**
 * Function that chooses the next token from the logits, and returns its id.
 * @param best id of the most probable token, or of the first one of several that are equally probable
 */
export type Sampler = (logits: Float32Array, best: number) => number;

/**
 * Returns a function that chooses tokens according to the sampling options.
 * @throws TypeError or RangeError that names the invalid option
 */
export function sampler(value: unknown): Sampler {
  const given = expectOptions('options', value, SAMPLING_NAMES);
  for (const name of SAMPLING_NAMES) expectWith(given, name, 'temperature');
  const optionOr = (name: keyof SamplingOptions, byDefault: number) =>
    given[name] === undefined ? byDefault : given[name];
  const temperature = expectNumber('temperature', optionOr('temperature', 0));
  if (temperature < 0) throw new RangeError(`temperature: expected at least 0, got ${temperature}`);
  const topK = given['topK'] === undefined ? Infinity : expectWholeNumber('topK', given['topK'], 1);
  const topP = expectNumber('topP', optionOr('topP', 1));
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP: expected above 0 and at most 1, got ${topP}`);
  const random = randomNumbers(expectWholeNumber('seed', optionOr('seed', 0), 0));
  return (logits, best) =>
    temperature === 0 ? best : draw(logits, logits[best]!, { temperature, topK, topP, random: random() });
}

interface Draw {
  temperature: number;
  topK: number;
  topP: number;
  /** Random number in [0, 1) that determines which token is drawn. */
  random: number;
}

/**
 * Draws the next token at random according to the logits, and returns its id.
 * @param maximum the largest logit
 */
function draw(logits: Float32Array, maximum: number, { temperature, topK, topP, random }: Draw): number {
  const weights = new Float64Array(logits.length);
  for (let id = 0; id < weights.length; ++id) weights[id] = Math.exp((logits[id]! - maximum) / temperature);
  const size = Math.min(topK, logits.length);
  // Step 1: select the topK most probable tokens.
  let ids: Uint32Array =
    size < logits.length ? mostProbableIds(logits, size) : new Uint32Array(size).map((_, id) => id);
  // Step 2: reduce the selection to the smallest number of most probable tokens whose probabilities sum to the share
  // topP of the selection's total.
  if (topP < 1) ids = fewest(logits, size, topP * sumOf(weights, ids), weights);
  // Step 3: draw one of the selected tokens, each in proportion to its probability.
  let rest = random * sumOf(weights, ids);
  return ids.find((id) => (rest -= weights[id]!) < 0) ?? ids.at(-1)!;
}

function sumOf(weights: Float64Array, ids: Uint32Array): number {
  let sum = 0;
  for (const id of ids) sum += weights[id]!;
  return sum;
}

/**
 * Selects, out of the `size` most probable tokens, the smallest number of most probable ones whose weights sum to
 * `enough`. Returns their ids.
 */
function fewest(logits: Float32Array, size: number, enough: number, weights: Float64Array): Uint32Array {
  let ids: Uint32Array = new Uint32Array();
  for (const count of [Math.min(FEW, size), size]) {
    ids = mostProbableIds(logits, count);
    let sum = 0;
    const last = ids.findIndex((id) => (sum += weights[id]!) >= enough);
    if (last >= 0) return ids.subarray(0, last + 1);
  }
  return ids;
}

/** Ids of the most probable tokens in descending order of their logits; equal logits are in ascending order of id. */
function mostProbableIds(logits: Float32Array, count: number): Uint32Array {
  if (count <= FEW) return Uint32Array.from(largestLogits(logits, count));
  const all = new Uint32Array(logits.length).map((_, id) => id);
  return all.sort((a, b) => logits[b]! - logits[a]! || a - b).subarray(0, count);
}

/**
 * Returns a generator of uniform random numbers in [0, 1), a 32-bit variant of the one by Steele, Lea & Flood (OOPSLA
 * 2014).
 */
function randomNumbers(seed: number): () => number {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}
