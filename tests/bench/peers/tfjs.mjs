// TensorFlow.js with its WebAssembly backend, in its fastest form: XNNPACK computes products of two matrices that are
// not transposed; a plain loop computes all others, such as the products of all heads at once. Each head is therefore
// computed separately.
import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { causalMask } from '../models/onnx.mjs';
import { embedDimOf, weightsOf } from '../workloads.mjs';

/** Attention of one head: query, key and value are [seqLen, headDim]. */
function attention(query, key, value, mask, headDim) {
  const scores = tf.mul(tf.matMul(query, tf.transpose(key)), 1 / Math.sqrt(headDim));
  return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), value);
}

/** Attention of all heads, one after another: query, key and value are [heads, seqLen, headDim]. */
function headByHead(query, key, value, mask, headDim) {
  const [queries, keys, values] = [query, key, value].map((each) => tf.unstack(each));
  return tf.stack(queries.map((each, head) => attention(each, keys[head], values[head], mask, headDim)));
}

export async function open({ threads = 1, folders: { tfjs: folder } }) {
  if (folder) setWasmPaths(folder);
  setThreadsCount(threads);
  await tf.setBackend('wasm');
  await tf.ready();
  return {
    prepare(workload) {
      const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
      const shape = [batch * heads, seqLen, headDim];
      const mask = isCausal ? tf.tensor(causalMask(seqLen), [seqLen, seqLen]) : null;
      if (kind === 'attention') {
        return async ({ query, key, value }) =>
          tf.tidy(() => headByHead(...[query, key, value].map((data) => tf.tensor(data, shape)), mask, headDim)).data();
      }
      const d = embedDimOf(workload);
      const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
      const linear = (weight, bias, index) => {
        const w = tf.tidy(() => tf.transpose(tf.tensor(weight.slice(index * d * d, (index + 1) * d * d), [d, d])));
        const b = tf.tensor(bias.slice(index * d, (index + 1) * d), [d]);
        return (x) => tf.add(tf.matMul(x, w), b);
      };
      const [toQuery, toKey, toValue] = [0, 1, 2].map((index) => linear(inProj, inProjBias, index));
      const toOutput = linear(outProj, outProjBias, 0);
      const inHeads = [batch, seqLen, heads, headDim];
      const split = (x) => tf.reshape(tf.transpose(tf.reshape(x, inHeads), [0, 2, 1, 3]), shape);
      const join = (x) => {
        const inRows = tf.transpose(tf.reshape(x, [batch, heads, seqLen, headDim]), [0, 2, 1, 3]);
        return tf.reshape(inRows, [batch * seqLen, d]);
      };
      return async ({ input }) =>
        tf
          .tidy(() => {
            const x = tf.tensor(input, [batch * seqLen, d]);
            const attended = headByHead(split(toQuery(x)), split(toKey(x)), split(toValue(x)), mask, headDim);
            return toOutput(join(attended));
          })
          .data();
    },
  };
}
