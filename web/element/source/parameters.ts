// Reads a model's parameters, which are cached, such as the projections of its layers.
import { read } from './answer.js';
import type { Linear } from '../../view/view-model.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { ShownModel } from './shown-model.js';
import type { StackDescription } from '../../engine/transformer/description.js';

/** Weight and bias of a model component: a projection, a norm or an embedding table. */
interface Part {
  weight: Tensor;
  bias: Tensor | null;
}

const caches = new WeakMap<ShownModel, Map<string, Part>>();

/** Weight and bias of a component such as 'encoder.0.self_attention.query'. */
export function partOf(model: ShownModel, name: string): Part {
  const cache = caches.get(model) ?? new Map<string, Part>();
  caches.set(model, cache);
  const hasBias = model.parameters.some((each) => each.name === `${name}.bias`);
  const part = cache.get(name) ?? {
    weight: read(model.parameter(`${name}.weight`)),
    bias: hasBias ? read(model.parameter(`${name}.bias`)) : null,
  };
  cache.set(name, part);
  return part;
}

/** Weight and bias of one projection of an attention layer, for all its heads together. */
export function projectionOf(
  model: ShownModel,
  { attention, layer }: Omit<HeadRef, 'head'>,
  name: 'query' | 'key' | 'value' | 'output',
): Linear {
  const stack = attention === 'encoder' ? 'encoder' : 'decoder';
  return partOf(model, `${stack}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.${name}`);
}

/**
 * Description of the stack (encoder or decoder) that contains an attention layer; undefined if the model is a single
 * attention layer.
 */
export const stackOf = (
  { description }: ShownModel,
  { attention }: Pick<HeadRef, 'attention'>,
): Readonly<StackDescription> | undefined => description?.[attention === 'encoder' ? 'encoder' : 'decoder'];

/** Index of the key/value head that belongs to a query head. Several query heads may share one. */
export function keyValueHeadOf(model: ShownModel, { attention, head }: HeadRef): number {
  const stack = stackOf(model, { attention });
  return stack ? Math.floor((head * stack.numKvHeads) / stack.numHeads) : head;
}
