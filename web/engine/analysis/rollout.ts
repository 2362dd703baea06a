// Attention weights combined over heads and layers: mean of the heads, and attention rollout.
import { expectArray, expectSize, MAX_LAYERS } from '../core/checks.js';
import { checkFiniteTensor, expectWithinFloat32, zeros, type Tensor, type TensorInput } from '../core/tensor.js';

/** Mean over the heads of attention weights [heads, queries, keys]. @returns [queries, keys] */
export const meanOfHeads = (weights: TensorInput): Tensor => meanOf('weights', weights);

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

/**
 * Attention rollout (Abnar & Zuidema 2020): the product over the layers of (A + I) / 2, where A is the mean of the
 * heads' weights and I represents the residual connection.
 * @param layers weights of each layer, [heads, tokens, tokens], first layer first
 * @returns for each layer, the share of each input token in each token, [tokens, tokens]; rows sum to 1
 */
export function attentionRollout(layers: readonly TensorInput[]): Tensor[] {
  let below: Tensor | null = null;
  return expectArray('layers', layers, MAX_LAYERS).map((weights, layer) => {
    const { data, shape } = meanOf(`layers[${layer}]`, weights);
    const seqLen = shape[0]!;
    expectSize(`layers[${layer}].shape[2]`, shape[1]!, seqLen, 'tokens, as in shape[1]');
    if (below) expectSize(`layers[${layer}].shape[1]`, seqLen, below.shape[0]!, 'tokens, as in layers[0]');
    const layerMatrix = withResidual(data, seqLen);
    const rollout = { data: layerMatrix, shape: [seqLen, seqLen] };
    if (below) {
      const result = new Float32Array(data.length);
      multiplyRows(layerMatrix, below.data, seqLen, { from: 0, to: seqLen, result });
      rollout.data = result;
    }
    expectWithinFloat32(`rollout of layers[${layer}]`, rollout);
    below = rollout;
    return rollout;
  });
}

/**
 * Matrix of one layer in attention rollout, (A + I) / 2, where `mean` is A, the mean of the heads' weights, [size,
 * size].
 */
export const withResidual = (mean: Float32Array, size: number): Float32Array =>
  mean.map((weight, at) => (weight + Number(at % size === Math.floor(at / size))) / 2);

/** Computes some rows of the product of two square matrices, and adds them to the same rows of `result`. */
export function multiplyRows(
  a: Float32Array,
  b: Float32Array,
  size: number,
  { from, to, result }: { from: number; to: number; result: Float32Array },
): void {
  for (let row = from; row < to; row++) {
    for (let inner = 0; inner < size; inner++) {
      const factor = a[row * size + inner]!;
      if (factor === 0) continue; // the key is masked out
      for (let column = 0; column < size; column++) {
        result[row * size + column]! += factor * b[inner * size + column]!;
      }
    }
  }
}
