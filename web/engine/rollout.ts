// What reaches a word from the others through several layers.
import { expectSize } from './checks.js';
import { checkTensor, type Tensor } from './tensor.js';

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
 * Attention rollout (Abnar & Zuidema 2020): through each layer goes half of the mean of its heads and, past it, half of
 * the word itself (the residual connection); the layers are multiplied.
 * @param layers the weights of each layer, [heads, words, words], the first layer first
 * @returns for each layer what reaches its words from those of the text, [words, words]; rows sum to 1
 */
export function attentionRollout(layers: readonly Tensor[]): Tensor[] {
  let below: Tensor | null = null;
  return layers.map((weights, layer) => {
    const { data, shape } = meanOfHeads(weights);
    const words = shape[0]!;
    expectSize(`layers[${layer}].shape[2]`, shape[1]!, words, 'words, as in shape[1]');
    if (below) expectSize(`layers[${layer}].shape[1]`, words, below.shape[0]!, 'words, as in layers[0]');
    const here = data.map((weight, at) => (weight + Number(at % words === Math.floor(at / words))) / 2);
    below = { data: below ? product(here, below.data, words) : here, shape: [words, words] };
    return below;
  });
}

/** a·b of square matrices. */
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
