// Tensors of all steps of a head's computation, in order, for files of numbers.
import type { HeadSteps } from '../../../view/view-model.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/**
 * Collects the tensors of a head's computation by name, including those that only some models have: queries and keys
 * before norm and rotation, the capped scores, the distance bias.
 */
export function tensorsOf({ stages, trace, step }: HeadSteps): Readonly<Record<string, Tensor>> {
  const { scores, scaled, masked, weights, output, ...vectors } = trace;
  return {
    ...(stages.includes('rotate') && { projectedQuery: step('query'), projectedKey: step('key') }),
    ...vectors,
    scores,
    scaled,
    ...(stages.includes('cap') && { capped: step('capped') }),
    ...(stages.includes('bias') && { biased: step('biased') }),
    masked,
    weights,
    output,
  };
}
