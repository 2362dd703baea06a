// Components that write to a model's residual stream: attention heads and feed-forward layers.
import { expectOneOf, expectWholeNumber } from '../engine/core/checks.js';
import { ATTENTION_TYPES, stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import type { LayeredModel } from './question.js';
import type { PerAttention, PerStack } from './per-attention.js';

export const STACKS = ['encoder', 'decoder'] as const;
export type Stack = (typeof STACKS)[number];

export const attentionsOf = ({ layers }: LayeredModel): AttentionType[] =>
  ATTENTION_TYPES.filter((attention) => layers[attention] > 0);

export const headsOf = ({ description }: LayeredModel, attention: AttentionType): number =>
  description[stackOf(attention)]!.numHeads;

/**
 * Checks that a model has an attention type and, in it, a layer with the given number.
 * @throws TypeError or RangeError that names the argument
 */
export function expectLayer(model: LayeredModel, attention: unknown, layer: unknown): void {
  const known = expectOneOf('attention', attention, attentionsOf(model));
  expectWholeNumber('layer', layer, 0, model.layers[known] - 1);
}

/** Stacks of a model (encoder, decoder) whose layers have a feed-forward layer. */
export const fedForward = ({ activations }: LayeredModel): Stack[] =>
  STACKS.filter((stack) => activations.some(({ name }) => name === feedForwardOutput(stack, 0)));

export const headOutput = (attention: AttentionType, layer: number): string => `${attention}.${layer}.headOutput`;
export const feedForwardOutput = (stack: Stack, layer: number): string => `${stack}.${layer}.feedForwardOutput`;

/** Creates a tensor filled with NaN, which marks values not yet computed. */
export function unknown(name: string, shape: readonly number[]): Tensor {
  return { data: zeros(name, shape).fill(NaN), shape };
}

/** Calls a function for each attention type of a model, and collects the returned values by attention type. */
export const perAttention = <Value>(
  model: LayeredModel,
  make: (attention: AttentionType) => Value,
): PerAttention<Value> => Object.fromEntries(attentionsOf(model).map((each) => [each, make(each)]));

/**
 * Calls a function for each stack (encoder, decoder) that has feed-forward layers, and collects the returned values by
 * stack.
 */
export const perStack = <Value>(model: LayeredModel, make: (stack: Stack) => Value): PerStack<Value> =>
  Object.fromEntries(fedForward(model).map((each) => [each, make(each)]));
