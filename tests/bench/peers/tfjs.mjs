// TensorFlow.js with its WebAssembly backend, in its fastest form, as a peer of the benchmark. XNNPACK computes
// products of two matrices only if neither is transposed; a plain loop computes all others, such as the products of all
// heads at once. Therefore each head is computed separately. Since each call takes time, computing hundreds of small
// heads (W5) at once is faster.
import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { causalMask } from '../models/onnx.mjs';
import { embedDimOf, weightsOf } from '../workloads.mjs';

/** Number of heads from which on computing all of them at once is faster than one by one. */
const MANY_HEADS = 64;

const softmax = (products, mask, headDim) => {
  const scores = tf.mul(products, 1 / Math.sqrt(headDim));
  return tf.softmax(mask ? tf.add(scores, mask) : scores);
};

/** Attention of one head: query, key and value are [seqLen, headDim]. */
const attention = (query, key, value, mask, headDim) =>
  tf.matMul(softmax(tf.matMul(query, tf.transpose(key)), mask, headDim), value);

/** Attention of all heads: query, key and value are [heads, seqLen, headDim]. */
function allHeads(query, key, value, mask, headDim) {
  if (query.shape[0] >= MANY_HEADS) return tf.matMul(softmax(tf.matMul(query, key, false, true), mask, headDim), value);
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
          tf.tidy(() => allHeads(...[query, key, value].map((data) => tf.tensor(data, shape)), mask, headDim)).data();
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
            const attended = allHeads(split(toQuery(x)), split(toKey(x)), split(toValue(x)), mask, headDim);
            return toOutput(join(attended));
          })
          .data();
    },
  };
}
