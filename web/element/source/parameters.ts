// Cache of a model's parameters, and the projections of its layers.
import { read } from './answer.js';
import type { Linear } from '../../view/view-model.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { ShownModel } from './shown-model.js';
import type { StackDescription } from '../../engine/transformer/description.js';

/** Parameters of a projection, a norm or a table. */
interface Part {
  weight: Tensor;
  bias: Tensor | null;
}

const caches = new WeakMap<ShownModel, Map<string, Part>>();

/** Weight and bias of a part of a model, such as 'encoder.0.self_attention.query'. */
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

/** Projection of a layer's attention, for all heads. */
export function projectionOf(
  model: ShownModel,
  { attention, layer }: Omit<HeadRef, 'head'>,
  name: 'query' | 'key' | 'value' | 'output',
): Linear {
  const stack = attention === 'encoder' ? 'encoder' : 'decoder';
  return partOf(model, `${stack}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.${name}`);
}

/** The stack that contains an attention; undefined if the model consists of a single attention. */
export const stackOf = (
  { description }: ShownModel,
  { attention }: Pick<HeadRef, 'attention'>,
): Readonly<StackDescription> | undefined => description?.[attention === 'encoder' ? 'encoder' : 'decoder'];

/** The key/value head that a query head uses; several query heads may share one. */
export function keyValueHeadOf(model: ShownModel, { attention, head }: HeadRef): number {
  const stack = stackOf(model, { attention });
  return stack ? Math.floor((head * stack.numKvHeads) / stack.numHeads) : head;
}
