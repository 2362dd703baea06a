// TensorFlow.js, its WebAssembly backend.
import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { causalMask } from '../models/onnx.mjs';
import { embedDimOf, weightsOf } from '../workloads.mjs';

function attention(query, key, value, mask, headDim) {
  const scores = tf.mul(tf.matMul(query, key, false, true), 1 / Math.sqrt(headDim));
  return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), value);
}

export async function open({ threads = 1, folders: { tfjs: folder } }) {
  if (folder) setWasmPaths(folder);
  setThreadsCount(threads);
  await tf.setBackend('wasm');
  await tf.ready();
  return {
    prepare(workload) {
      const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
      const shape = [batch, heads, seqLen, headDim];
      const mask = isCausal ? tf.tensor(causalMask(seqLen), [1, 1, seqLen, seqLen]) : null;
      if (kind === 'attention') {
        return async ({ query, key, value }) =>
          tf.tidy(() => attention(...[query, key, value].map((data) => tf.tensor(data, shape)), mask, headDim)).data();
      }
      const d = embedDimOf(workload);
      const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
      const linear = (weight, bias, index) => {
        const w = tf.tensor(weight.slice(index * d * d, (index + 1) * d * d), [d, d]);
        const b = tf.tensor(bias.slice(index * d, (index + 1) * d), [d]);
        return (x) => tf.add(tf.matMul(x, w, false, true), b);
      };
      const [toQuery, toKey, toValue] = [0, 1, 2].map((index) => linear(inProj, inProjBias, index));
      const toOutput = linear(outProj, outProjBias, 0);
      const split = (x) => tf.transpose(tf.reshape(x, [batch, seqLen, heads, headDim]), [0, 2, 1, 3]);
      return async ({ input }) =>
        tf
          .tidy(() => {
            const x = tf.tensor(input, [batch * seqLen, d]);
            const attended = attention(split(toQuery(x)), split(toKey(x)), split(toValue(x)), mask, headDim);
            return toOutput(tf.reshape(tf.transpose(attended, [0, 2, 1, 3]), [batch * seqLen, d]));
          })
          .data();
    },
  };
}
