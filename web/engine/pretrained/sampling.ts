// Choosing the next token from the logits.
import { expectNumber, expectOptions, expectWholeNumber, expectWith } from '../core/checks.js';

/** Sampling of the next token. Without a temperature it is the most probable one; the other options need a temperature. */
export interface SamplingOptions {
  /**
   * 0: the most probable token. Above, one is drawn, the logits divided by the temperature: below 1 the probable ones are
   * drawn more often, above 1 less often. Default 0.
   */
  temperature?: number;
  /** Draws from so many of the most probable tokens only. Default: all. */
  topK?: number;
  /** Draws from the fewest of the most probable tokens whose probabilities sum to this, up to 1. Default 1: all. */
  topP?: number;
  /** Seed: the same one draws the same tokens. Default 0. */
  seed?: number;
}

export const SAMPLING_NAMES = ['temperature', 'topK', 'topP', 'seed'] as const;

/** Chooses one token after the other. @param best the first of the most probable ones */
export type Sampler = (logits: Float32Array, best: number) => number;

/** @throws TypeError or RangeError that names the option */
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
  /** Random number in [0, 1). */
  random: number;
}

/** @param maximum the largest logit */
function draw(logits: Float32Array, maximum: number, { temperature, topK, topP, random }: Draw): number {
  const weights = Array.from(logits, (logit, id) => ({ id, weight: Math.exp((logit - maximum) / temperature) }));
  const sum = (list: readonly { weight: number }[]) => list.reduce((total, { weight }) => total + weight, 0);
  let kept = weights;
  if (topK < weights.length || topP < 1) {
    weights.sort((a, b) => b.weight - a.weight || a.id - b.id);
    kept = weights.slice(0, topK);
    const enough = topP * sum(kept);
    let total = 0;
    const end = kept.findIndex(({ weight }) => (total += weight) >= enough);
    kept = kept.slice(0, end < 0 ? kept.length : end + 1);
  }
  let rest = random * sum(kept);
  return (kept.find(({ weight }) => (rest -= weight) < 0) ?? kept.at(-1)!).id;
}

/** Uniform in [0, 1), by a generator as that of Steele, Lea & Flood (OOPSLA 2014) with 32 bits. */
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
