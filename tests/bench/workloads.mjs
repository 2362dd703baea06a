// Workloads of the benchmark: their shapes, their inputs, which depend on a seed, and their outputs in double
// precision.
import { attention } from '../fuzz/reference.mjs';
import { lcg } from '../random.mjs';

/**
 * Workloads of the benchmark by name. Each is attention of several heads, or a whole multi-head attention layer with
 * its four projections and biases.
 */
export const WORKLOADS = {
  W1: { kind: 'attention', batch: 1, heads: 12, seqLen: 128, headDim: 64, isCausal: false },
  W2: { kind: 'attention', batch: 1, heads: 12, seqLen: 512, headDim: 64, isCausal: false },
  W3: { kind: 'attention', batch: 1, heads: 8, seqLen: 2048, headDim: 64, isCausal: true },
  W4: { kind: 'multihead', batch: 1, heads: 12, seqLen: 128, headDim: 64, isCausal: false },
  W5: { kind: 'multihead', batch: 64, heads: 8, seqLen: 10, headDim: 64, isCausal: false },
  W6: { kind: 'multihead', batch: 1, heads: 4, seqLen: 16, headDim: 32, isCausal: false },
};

export const embedDimOf = ({ heads, headDim }) => heads * headDim;

/** Number of multiply-adds in a workload, without the masked half of causal attention. */
export function multiplyAddsOf(workload) {
  const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
  const attention = 2 * batch * heads * seqLen * seqLen * headDim * (isCausal ? 0.5 : 1);
  return kind === 'attention' ? attention : attention + 4 * batch * seqLen * embedDimOf(workload) ** 2;
}

/** Random numbers with mean 0 and this standard deviation, which depend only on the seed. */
export const random = (seed, size, deviation = 1) => lcg(seed, [size], deviation).data;

/**
 * Inputs of a workload: { query, key, value }, each [batch, heads, seqLen, headDim]; or { input }, [batch, seqLen,
 * embedDim].
 */
export function inputsOf(workload) {
  const { kind, batch, heads, seqLen, headDim } = workload;
  const size = batch * heads * seqLen * headDim;
  if (kind === 'multihead') return { input: random(1, size) };
  return { query: random(1, size), key: random(2, size), value: random(3, size) };
}

const weights = new Map();

/** Weights of a multi-head attention layer in PyTorch's layout: inProj [3·d, d], outProj [d, d]. */
export function weightsOf(workload) {
  const d = embedDimOf(workload);
  const made = weights.get(workload) ?? {
    inProj: random(4, 3 * d * d, 1 / Math.sqrt(d)),
    inProjBias: random(5, 3 * d, 0.1),
    outProj: random(6, d * d, 1 / Math.sqrt(d)),
    outProjBias: random(7, d, 0.1),
  };
  weights.set(workload, made);
  return made;
}

/** Computes one row of a linear layer, x·Wᵀ + b, in double precision. */
const project = (x, weight, bias, first, size) =>
  Float64Array.from({ length: size }, (_, row) => {
    const from = (first + row) * x.length;
    return x.reduce((sum, number, column) => sum + number * weight[from + column], bias[first + row]);
  });

/** Computes one row of attention in double precision: query [headDim] attends to keys and values [count, headDim]. */
function attend(query, keys, values, headDim) {
  const tensors = [query, keys, values].map((data) => ({ data, shape: [1, 1, data.length / headDim, headDim] }));
  return attention(...tensors).output;
}

const SAMPLED_ROWS = 6;

/** Largest error in a sample of an output's rows, compared with the same rows computed in double precision. */
export function errorOf(workload, output) {
  const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
  const inputs = inputsOf(workload);
  const d = embedDimOf(workload);
  const { inProj, inProjBias, outProj, outProjBias } = kind === 'multihead' ? weightsOf(workload) : {};
  let error = 0;
  for (let sample = 0; sample < SAMPLED_ROWS; sample++) {
    const row = Math.floor(((sample + 0.5) / SAMPLED_ROWS) * batch * seqLen);
    const [b, i] = [Math.floor(row / seqLen), row % seqLen];
    const count = isCausal ? i + 1 : seqLen;
    if (kind === 'attention') {
      const first = (b * heads + (sample % heads)) * seqLen;
      const rows = (array, from, to) => array.subarray((first + from) * headDim, (first + to) * headDim);
      const { query, key, value } = inputs;
      const expected = attend(rows(query, i, i + 1), rows(key, 0, count), rows(value, 0, count), headDim);
      const given = rows(output, i, i + 1);
      error = Math.max(error, ...expected.map((number, c) => Math.abs(number - given[c])));
    } else {
      const x = (j) => Float64Array.from(inputs.input.subarray((b * seqLen + j) * d, (b * seqLen + j + 1) * d));
      const concatenated = Array.from({ length: heads }, (_, h) => {
        const part = (index) => (j) => project(x(j), inProj, inProjBias, index * d + h * headDim, headDim);
        const rows = (index) => Float64Array.from(Array.from({ length: count }, (_, j) => [...part(index)(j)]).flat());
        return [...attend(part(0)(i), rows(1), rows(2), headDim)];
      }).flat();
      const expected = project(Float64Array.from(concatenated), outProj, outProjBias, 0, d);
      const given = output.subarray((b * seqLen + i) * d, (b * seqLen + i + 1) * d);
      error = Math.max(error, ...expected.map((number, c) => Math.abs(number - given[c])));
    }
  }
  return error;
}
