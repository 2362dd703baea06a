// Difference between the results of two models on the same text.
import type { AttentionType, HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../opened.js';
import type { Answer } from '../work/answer.js';
import type { Patterns } from '../work/patterns.js';
import type { PerAttention } from '../../analysis/index.js';

/**
 * Reason why the results of two models have no difference: the tokens differ, the numbers of layers or heads differ, or
 * only one of the models predicts anything.
 */
export type Incomparable = 'tokens' | 'shapes' | 'prediction';

export interface Compared {
  readonly heads: readonly HeadsOf[];
  readonly answer: Answer;
}

/** Reason why the maps of two models cannot be subtracted; null if their cells correspond. */
export function reasonAgainst(one: Compared, other: Compared): Incomparable | null {
  const [first, second] = [one.answer, other.answer];
  if ((first.prediction === null) !== (second.prediction === null)) return 'prediction';
  if (wordsOf(first) !== wordsOf(second)) return 'tokens';
  return isSameShape(one.heads, other.heads) ? null : 'shapes';
}

/** String that is equal for two models if they read the same tokens and get the same question. */
function wordsOf({ tokens, source, prediction }: Answer): string {
  const asked = prediction && [prediction.position, prediction.token, prediction.against].map(named);
  return JSON.stringify([tokens.map(named), source?.map(named), asked]);
}

const named = (token: number | { readonly id: number; readonly text: string }) =>
  typeof token === 'number' ? token : [token.id, token.text];

/** True if both models have the same attention types, layers and heads. */
export const isSameShape = (one: readonly HeadsOf[], other: readonly HeadsOf[]): boolean => {
  const shape = (all: readonly HeadsOf[]) => all.map(({ attention, layers, heads }) => [attention, layers, heads]);
  return JSON.stringify(shape(one)) === JSON.stringify(shape(other));
};

/** Difference of two results with tensors of the same shapes, second − first; NaN where a value is unknown. */
export function differenceOf(first: PerAttention, second: PerAttention): PerAttention {
  const names = Object.keys(first) as (keyof PerAttention)[];
  return Object.fromEntries(
    names.map((name) => {
      const { data, shape } = first[name]!;
      return [name, { shape, data: data.map((value, at) => second[name]!.data[at]! - value) }];
    }),
  );
}

/** Cache of differences of attention patterns. Its keys are the attention patterns of the second model. */
const differences = new WeakMap<Patterns, { readonly of: Patterns; readonly difference: Patterns }>();

/**
 * Difference of two models' attention patterns, second − first, for the same heads and tokens. It is cached: images are
 * in turn cached by the patterns object that they show, so it must stay the same.
 */
export function differenceOfPatterns(first: Patterns, second: Patterns): Patterns {
  const known = differences.get(second);
  if (known?.of === first) return known.difference;
  const difference = { ...second, weights: second.weights.map((weight, at) => weight - first.weights[at]!) };
  differences.set(second, { of: first, difference });
  return difference;
}

/** Attention patterns of each layer, by attention type and layer number, such as 'encoder.0'. */
export type PatternsByLayer = ReadonlyMap<string, Patterns>;

/**
 * Head whose attention patterns differ most between two models, by the sum of absolute differences; null if there are
 * no patterns.
 */
export function mostDifferent(first: PatternsByLayer, second: PatternsByLayer): HeadRef | null {
  let [most, found]: [number, HeadRef | null] = [0, null];
  for (const [place, one] of first) {
    const other = second.get(place);
    if (!other) continue;
    const { weights, heads } = differenceOfPatterns(one, other);
    const [attention, layer] = place.split('.') as [AttentionType, string];
    const size = weights.length / heads;
    for (let head = 0; head < heads; ++head) {
      const own = weights.subarray(head * size, (head + 1) * size);
      const distance = own.reduce((sum, each) => sum + Math.abs(each), 0);
      if (distance > most) [most, found] = [distance, { attention, layer: Number(layer), head }];
    }
  }
  return found;
}
