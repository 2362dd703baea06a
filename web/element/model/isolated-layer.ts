// A layer in which one head alone has the interventions.
import { project } from './parameters.js';
import type { LayerTrace } from '../../engine/model/run.js';
import type { Linear } from '../../view/view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** x·Wᵀ + b of each row, [tokens, out]. */
function projectRows({ data, shape }: Tensor, linear: Linear): Tensor {
  const [tokens, size] = shape as [number, number];
  const out = linear.weight.shape[0]!;
  const projected = new Float32Array(tokens * out);
  for (let row = 0; row < tokens; row++) {
    projected.set(project(data.subarray(row * size, (row + 1) * size), linear), row * out);
  }
  return { data: projected, shape: [tokens, out] };
}

/**
 * @param baseline the layer without interventions
 * @param changed the same layer, from the same inputs, with interventions in all its heads
 * @param head the head that is taken from `changed`
 * @param outputProjection W_O of the layer
 */
export function isolatedLayer(
  baseline: LayerTrace,
  changed: LayerTrace,
  head: number,
  outputProjection: () => Linear,
): LayerTrace {
  const headOf = (index: number) => (index === head ? changed : baseline).head(index);
  const weights = (): Tensor => {
    const { data, shape } = baseline.weights;
    const size = data.length / shape[0]!;
    const replaced = data.slice();
    replaced.set(headOf(head).weights.data, head * size);
    return { data: replaced, shape };
  };
  /** The outputs of the heads, [queries, embedDim]; the columns of the head are its own. */
  const concat = (): Tensor => {
    const { data, shape } = baseline.concat;
    const { output } = headOf(head);
    const [queries, headDim] = output.shape as [number, number];
    const replaced = data.slice();
    for (let row = 0; row < queries; row++) {
      replaced.set(output.data.subarray(row * headDim, (row + 1) * headDim), row * shape[1]! + head * headDim);
    }
    return { data: replaced, shape };
  };
  let known: { concat: Tensor; output: Tensor } | null = null;
  const outputs = () => {
    if (!known) {
      const concatenated = concat();
      known = { concat: concatenated, output: projectRows(concatenated, outputProjection()) };
    }
    return known;
  };
  return {
    queryInput: baseline.queryInput,
    keyInput: baseline.keyInput,
    head: headOf,
    get weights() {
      return weights();
    },
    get concat() {
      return outputs().concat;
    },
    get output() {
      return outputs().output;
    },
  };
}
