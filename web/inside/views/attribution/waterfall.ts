// A logit attribution as steps from 0 to the logit difference, in the order in which the model's components write to
// the residual stream.
import type { Attribution } from './work.js';
import type { AttentionType } from '../../../engine/transformer/head-ref.js';

export type StepKind =
  'embedding' | 'tokenTypes' | 'positions' | 'heads' | 'feedForward' | 'biases' | 'norm' | 'output';

export interface Step {
  readonly kind: StepKind;
  /** Attention type, if the step is the heads of a layer; stack, if it is a feed-forward layer. */
  readonly attention?: AttentionType;
  /** Layer, if the step is the heads of a layer or a feed-forward layer. */
  readonly layer?: number;
  readonly value: number;
  /** Sum of all steps before this one. */
  readonly from: number;
  /** Sum of all steps up to and including this one. */
  readonly to: number;
}

const ATTENTIONS = ['encoder', 'decoder', 'cross'] as const;

/**
 * Steps of a logit attribution, one for each kind of component and, for heads and feed-forward layers, for each layer.
 * Parts outside the layers that are 0 are left out. The last step ends at the logit difference, except for rounding
 * errors.
 */
export function stepsOf(attribution: Attribution): Step[] {
  const { heads, feedForward } = attribution;
  const constant = (kind: 'embedding' | 'tokenTypes' | 'positions' | 'biases' | 'norm' | 'output') =>
    attribution[kind] === 0 ? [] : [{ kind, value: attribution[kind] }];
  const layers = Math.max(...ATTENTIONS.map((attention) => heads[attention]?.shape[0] ?? 0));
  const ofLayer = (layer: number) => [
    ...ATTENTIONS.flatMap((attention) => {
      const tensor = heads[attention];
      if (!tensor) return [];
      const count = tensor.shape[1]!;
      const value = tensor.data.slice(layer * count, (layer + 1) * count).reduce((sum, each) => sum + each, 0);
      return [{ kind: 'heads' as const, attention, layer, value }];
    }),
    ...(['encoder', 'decoder'] as const).flatMap((attention) => {
      const tensor = feedForward[attention];
      return tensor ? [{ kind: 'feedForward' as const, attention, layer, value: tensor.data[layer]! }] : [];
    }),
  ];
  const parts = [
    ...constant('embedding'),
    ...constant('tokenTypes'),
    ...constant('positions'),
    ...Array.from({ length: layers }, (_, layer) => ofLayer(layer)).flat(),
    ...constant('biases'),
    ...constant('norm'),
    ...constant('output'),
  ];
  let sum = 0;
  return parts.map((part) => ({ ...part, from: sum, to: (sum += part.value) }));
}

export type SumName = StepKind | 'residual';

/**
 * Rows of the table below the waterfall chart: the contributions by kind of component, and the rounding error. They add
 * up to the logit difference.
 */
export function sumsOf(attribution: Attribution): { readonly name: SumName; readonly value: number }[] {
  const sums = new Map<SumName, number>();
  for (const { kind, value } of stepsOf(attribution)) sums.set(kind, (sums.get(kind) ?? 0) + value);
  sums.set('residual', attribution.residual);
  return [...sums].map(([name, value]) => ({ name, value }));
}

/** Lower and upper end of an axis that includes 0 and all values. */
export function rangeOf(values: readonly number[]): readonly [low: number, high: number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return low === high ? [0, 1] : [low, high];
}
