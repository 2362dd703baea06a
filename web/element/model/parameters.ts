// The parameters of a model, read once, and the projections of its layers.
import type { Linear } from '../../view/view-model.js';
import type { HeadRef } from '../../engine/model/run.js';
import type { Model } from './shared-engine.js';
import type { Tensor } from '../../engine/core/tensor.js';

const caches = new WeakMap<Model, Map<string, Tensor>>();

/** A parameter of a model by its name. */
export function parameterOf(model: Model, name: string): Tensor {
  const cache = caches.get(model) ?? new Map<string, Tensor>();
  caches.set(model, cache);
  const parameter = cache.get(name) ?? model.parameter(name);
  cache.set(name, parameter);
  return parameter;
}

/** Some rows of a matrix, or elements of a vector. */
function rows({ data, shape: [, ...rest] }: Tensor, first: number, count: number): Tensor {
  const size = rest.reduce((a, b) => a * b, 1);
  return { data: data.subarray(first * size, (first + count) * size), shape: [count, ...rest] };
}

/** The name of a layer's attention in the model's file. */
const attentionName = ({ attention, layer }: Omit<HeadRef, 'head'>): string =>
  attention === 'encoder'
    ? `encoder.${layer}.self_attn`
    : `decoder.${layer}.${attention === 'cross' ? 'cross_attn' : 'self_attn'}`;

const IN_PROJECTIONS = ['query', 'key', 'value'] as const;

/** A projection of a layer's attention, of all its heads. */
export function projectionOf(
  model: Model,
  layer: Omit<HeadRef, 'head'>,
  name: (typeof IN_PROJECTIONS)[number] | 'output',
): Linear {
  const prefix = model.trained ? `${attentionName(layer)}.` : '';
  const bias = (of: string) => (model.trained ? parameterOf(model, prefix + of) : null);
  if (name === 'output') return { weight: parameterOf(model, `${prefix}out_proj.weight`), bias: bias('out_proj.bias') };
  const { embedDim } = model;
  const first = IN_PROJECTIONS.indexOf(name) * embedDim;
  const stacked = bias('in_proj_bias');
  return {
    weight: rows(parameterOf(model, `${prefix}in_proj_weight`), first, embedDim),
    bias: stacked && rows(stacked, first, embedDim),
  };
}

/** x·Wᵀ + b of each row, [tokens, out]. */
export function project({ data, shape }: Tensor, { weight, bias }: Linear): Tensor {
  const [tokens, size] = shape as [number, number];
  const out = weight.shape[0]!;
  const y = new Float32Array(tokens * out);
  for (let token = 0; token < tokens; token++) {
    for (let o = 0; o < out; o++) {
      let sum = bias ? bias.data[o]! : 0;
      for (let c = 0; c < size; c++) sum += data[token * size + c]! * weight.data[o * size + c]!;
      y[token * out + o] = sum;
    }
  }
  return { data: y, shape: [tokens, out] };
}
