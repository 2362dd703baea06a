// Converts the most probable tokens of the logit lens to tensors.
import { zeros, type Tensor } from '../../engine/core/tensor.js';
import type { LogitLens } from '../logit-lens.js';

/**
 * Tensors of the token ids (exact in float32) and of their log probabilities, each [places, tokens, candidates]. Places
 * are the points in the network at which the lens reads the residual stream; candidates are the most probable tokens
 * there.
 */
export function tensorsOfTop({ top }: LogitLens): { id: Tensor; logProbability: Tensor } {
  const shape = [top.length, top[0]!.length, top[0]![0]!.length];
  const tensorOf = (field: 'id' | 'logProbability'): Tensor => {
    const data = zeros('the most probable tokens', shape);
    top.flat(2).forEach((each, at) => (data[at] = each[field]));
    return { data, shape };
  };
  return { id: tensorOf('id'), logProbability: tensorOf('logProbability') };
}
