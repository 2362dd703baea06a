// Norm of a head's queries and keys in models that have one.
import { keyValueHeadOf, partOf } from '../parameters.js';
import type { HeadNorm, Origins } from '../../../view/view-model.js';
import { read } from '../answer.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { ShownModel, ShownRun } from '../shown-model.js';

/** A head's norm of queries and keys; null if there is none. */
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
