// Attention through several layers.
import { expectArray, expectSize } from '../core/checks.js';
import { checkFiniteTensor, expectWithinFloat32, zeros, type Tensor } from '../core/tensor.js';

/** The mean of the heads' weights, [heads, queries, keys]. @returns [queries, keys] */
export const meanOfHeads = (weights: Tensor): Tensor => meanOf('weights', weights);

function meanOf(name: string, value: unknown): Tensor {
  const { data, shape } = checkFiniteTensor(name, value, ['heads', 'queries', 'keys']);
  const [heads, queries, keys] = shape as [number, number, number];
  const size = queries * keys;
  const mean = { data: zeros('mean', [queries, keys]), shape: [queries, keys] };
  for (let at = 0; at < size; at++) {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += data[head * size + at]!;
    mean.data[at] = sum / heads;
  }
  return mean;
}

const MAX_LAYERS = 1024;

/**
 * Attention rollout (Abnar & Zuidema 2020): the product over the layers of (A + I) / 2, where A is the mean of the heads'
 * weights and I stands for the residual connection.
 * @param layers the weights of each layer, [heads, tokens, tokens], the first layer first
 * @returns for each layer, how much of each input token reaches each token, [tokens, tokens]; rows sum to 1
 */
export function attentionRollout(layers: readonly Tensor[]): Tensor[] {
  let below: Tensor | null = null;
  return expectArray('layers', layers, MAX_LAYERS).map((weights, layer) => {
    const { data, shape } = meanOf(`layers[${layer}]`, weights);
    const seqLen = shape[0]!;
    expectSize(`layers[${layer}].shape[2]`, shape[1]!, seqLen, 'tokens, as in shape[1]');
    if (below) expectSize(`layers[${layer}].shape[1]`, seqLen, below.shape[0]!, 'tokens, as in layers[0]');
    const layerMatrix = data.map((weight, at) => (weight + Number(at % seqLen === Math.floor(at / seqLen))) / 2);
    const rollout = { data: below ? product(layerMatrix, below.data, seqLen) : layerMatrix, shape: [seqLen, seqLen] };
    expectWithinFloat32(`rollout of layers[${layer}]`, rollout);
    below = rollout;
    return rollout;
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
