// Rotary position embeddings (Su et al. 2021) of queries and keys in a run.
import { once, read } from '../answer.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Rotation } from '../../../view/view-model.js';
import type { ShownModel, ShownRun } from '../shown-model.js';

/** Returns the rotation of each dimension of a token's query and key; null for a dimension that is not rotated. */
export function rotationOf(
  { activations, description }: ShownModel,
  run: ShownRun,
  { attention, layer }: Pick<HeadRef, 'attention' | 'layer'>,
): (token: number, dimension: number) => Rotation | null {
  const name = `${attention}.${layer}.rotation`;
  if (!activations.some((activation) => activation.name === name)) return () => null;
  const inPairs = description![attention === 'encoder' ? 'encoder' : 'decoder']!.positions === 'rotaryPairs';
  const rotation = once(() => read(run.activation(name)));
  return (token, dimension) => {
    const { data, shape } = rotation();
    const [, tokens, half] = shape as [number, number, number];
    if (dimension >= 2 * half) return null;
    const isFirst = inPairs ? dimension % 2 === 0 : dimension < half;
    const distance = inPairs ? 1 : half;
    const at = token * half + (inPairs ? Math.floor(dimension / 2) : dimension % half);
    const sin = data[tokens * half + at]!;
    return {
      partner: isFirst ? dimension + distance : dimension - distance,
      cos: data[at]!,
      sin: isFirst ? -sin : sin,
    };
  };
}
