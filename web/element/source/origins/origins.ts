// Traces the numbers in a head's vectors back to the model's parameters and earlier steps.
import { headNormOf } from './head-norm.js';
import { rotationOf } from './rotation.js';
import { VectorOrigins } from './vector-origins.js';
import type { AttentionSource } from '../attention-source.js';
import type { Origins, VectorOrigin } from '../../../view/view-model.js';
import { read } from '../answer.js';
import type { ShownModel, ShownRun } from '../shown-model.js';

/** Cache, by run, of the objects that trace vectors. Each keeps the activations that it has read from its run. */
const known = new WeakMap<ShownRun, VectorOrigins>();

function vectorOrigins(model: ShownModel, run: ShownRun): VectorOrigins {
  const origins = known.get(run) ?? new VectorOrigins(model, run);
  known.set(run, origins);
  return origins;
}

/**
 * Origin of a number of an embedding in the untrained model, which consists of a single attention layer and has no
 * embedding table.
 */
function untrainedEmbedding(run: ShownRun, token: number, dimension: number): VectorOrigin {
  const at = (step: string) => read(run.activation(`encoder.${step}`, { tokens: [token] })).data[dimension]!;
  return { source: 'embedding', terms: [{ left: at('embedding') }, { left: at('positions') }], norm: null };
}

/** Traces the numbers of the selected head's vectors back to their origins. */
export function originsOf({ model, run, headRef }: AttentionSource): Origins {
  if (!model || !run) return { rotationOf: () => null, headNormOf: () => null, originOf: () => null };
  const { attention, layer } = headRef;
  const originOf = (name: 'embedding' | 'encoderOutput', token: number, dimension: number): VectorOrigin => {
    if (!model.description) return untrainedEmbedding(run, token, dimension);
    const place =
      name === 'encoderOutput' ? { attention: 'encoder' as const, layer: run.layers.encoder } : { attention, layer };
    return vectorOrigins(model, run).originOf(place, token, dimension);
  };
  return {
    rotationOf: rotationOf(model, run, headRef),
    headNormOf: headNormOf(model, run, headRef),
    originOf,
  };
}
