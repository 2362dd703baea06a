// Norm of each head's queries and keys, as some models have it between projection and rotation.
import { keyValueHeadOf, partOf } from '../parameters.js';
import type { HeadNorm, Origins } from '../../../view/view-model.js';
import { read } from '../answer.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { ShownModel, ShownRun } from '../shown-model.js';

/**
 * Returns the norm of a head's queries or keys: the number by which it divides an element, and the one by which it
 * multiplies; null if the model has no such norm.
 */
export function headNormOf(model: ShownModel, run: ShownRun, headRef: HeadRef): Origins['headNormOf'] {
  const { attention, layer, head } = headRef;
  const stack = attention === 'encoder' ? 'encoder' : 'decoder';
  return (name, token, dimension): HeadNorm | null => {
    const activation = `${attention}.${layer}.${name}NormScale`;
    if (!model.activations.some((each) => each.name === activation)) return null;
    const heads = [name === 'query' ? head : keyValueHeadOf(model, headRef)];
    const { weight } = partOf(model, `${stack}.${layer}.self_attention.${name}_norm`);
    return {
      divisor: read(run.activation(activation, { heads, tokens: [token] })).data[0]!,
      weight: weight.data[dimension]!,
    };
  };
}
