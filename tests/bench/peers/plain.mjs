// Attention in plain JavaScript as one would write it without a library, as a peer of the benchmark.
import { embedDimOf, weightsOf } from '../workloads.mjs';

/**
 * Adds the attention output of one head to the output array. The rows of the head begin at the same offset in all four
 * arrays, and are `stride` numbers apart.
 */
function attendHead({ query, key, value }, output, offset, stride, { seqLen, headDim, isCausal }) {
  const scale = 1 / Math.sqrt(headDim);
  const weights = new Float32Array(seqLen);
  for (let i = 0; i < seqLen; i++) {
    const count = isCausal ? i + 1 : seqLen;
    let most = -Infinity;
    for (let j = 0; j < count; j++) {
      let score = 0;
      for (let c = 0; c < headDim; c++) score += query[offset + i * stride + c] * key[offset + j * stride + c];
      weights[j] = score * scale;
      most = Math.max(most, weights[j]);
    }
    let sum = 0;
    for (let j = 0; j < count; j++) sum += weights[j] = Math.exp(weights[j] - most);
    for (let j = 0; j < count; j++) {
      const weight = weights[j] / sum;
      for (let c = 0; c < headDim; c++) output[offset + i * stride + c] += weight * value[offset + j * stride + c];
    }
  }
}

function linear(x, weight, bias, d, first) {
  const y = new Float32Array(x.length);
  for (let row = 0; row < x.length; row += d) {
    for (let o = 0; o < d; o++) {
      let sum = bias[first + o];
      for (let c = 0; c < d; c++) sum += x[row + c] * weight[(first + o) * d + c];
      y[row + o] = sum;
    }
  }
  return y;
}

export async function open() {
  return {
    prepare(workload) {
      const { kind, batch, heads, seqLen, headDim } = workload;
      if (kind === 'attention') {
        return async (inputs) => {
          const output = new Float32Array(inputs.query.length);
          for (let head = 0; head < batch * heads; head++) {
            attendHead(inputs, output, head * seqLen * headDim, headDim, workload);
          }
          return output;
        };
      }
      const d = embedDimOf(workload);
      const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
      return async ({ input }) => {
        const [query, key, value] = [0, 1, 2].map((index) => linear(input, inProj, inProjBias, d, index * d));
        const concatenated = new Float32Array(input.length);
        for (let b = 0; b < batch; b++) {
          for (let h = 0; h < heads; h++) {
            attendHead({ query, key, value }, concatenated, b * seqLen * d + h * headDim, d, workload);
          }
        }
        return linear(concatenated, outProj, outProjBias, d, 0);
      };
    },
  };
}
