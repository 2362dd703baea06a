// Attention through several layers.
import { expectSize } from '../core/checks.js';
import { checkTensor, type Tensor } from '../core/tensor.js';

/** The mean of the heads' weights. @returns [queries, keys] */
export function meanOfHeads(weights: Tensor): Tensor {
  const { data, shape } = checkTensor('weights', weights, ['heads', 'queries', 'keys']);
  const [heads, queries, keys] = shape as [number, number, number];
  const size = queries * keys;
  const mean = new Float32Array(size);
  for (let head = 0; head < heads; head++) {
    for (let at = 0; at < size; at++) mean[at]! += data[head * size + at]! / heads;
  }
  return { data: mean, shape: [queries, keys] };
}

/**
 * Attention rollout (Abnar & Zuidema 2020): the product over the layers of (A + I) / 2, where A is the mean of the heads'
 * weights and I stands for the residual connection.
 * @param layers the weights of each layer, [heads, tokens, tokens], the first layer first
 * @returns for each layer, how much of each input token reaches each token, [tokens, tokens]; rows sum to 1
 */
export function attentionRollout(layers: readonly Tensor[]): Tensor[] {
  let below: Tensor | null = null;
  return layers.map((weights, layer) => {
    const { data, shape } = meanOfHeads(weights);
    const seqLen = shape[0]!;
    expectSize(`layers[${layer}].shape[2]`, shape[1]!, seqLen, 'tokens, as in shape[1]');
    if (below) expectSize(`layers[${layer}].shape[1]`, seqLen, below.shape[0]!, 'tokens, as in layers[0]');
    const layerMatrix = data.map((weight, at) => (weight + Number(at % seqLen === Math.floor(at / seqLen))) / 2);
    below = { data: below ? product(layerMatrix, below.data, seqLen) : layerMatrix, shape: [seqLen, seqLen] };
    return below;
  });
}

/** The product of two square matrices. */
function product(a: Float32Array, b: Float32Array, size: number): Float32Array {
  const result = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let inner = 0; inner < size; inner++) {
      const factor = a[row * size + inner]!;
      for (let column = 0; column < size; column++) {
        result[row * size + column]! += factor * b[inner * size + column]!;
      }
    }
  }
  return result;
}
