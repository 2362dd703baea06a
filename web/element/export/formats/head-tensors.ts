// Every step of a head in the order of computation, for files of numbers.
import type { HeadSteps } from '../../../view/view-model.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/** The trace, and the steps of rarer stages: queries and keys before norm and rotation, softcap, distance bias. */
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
