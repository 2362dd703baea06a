import { pathToFileURL } from 'node:url';
import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount } from '@tensorflow/tfjs-backend-wasm';
import { BATCH, inTurn, learningRateAt, MODEL, OPTIMIZER } from './task.mjs';

const { vocabularySize, layers, numHeads, embedDim, maxTokens } = MODEL;
const headDim = embedDim / numHeads;

function normalize(x, { weight, bias }) {
  const centered = tf.sub(x, tf.mean(x, -1, true));
  const variance = tf.mean(tf.square(centered), -1, true);
  return tf.add(tf.mul(tf.mul(centered, tf.rsqrt(tf.add(variance, 1e-5))), weight), bias);
}

const linear = (x, { weight, bias }) => tf.add(tf.matMul(x, weight, false, true), bias);
const split = (x) => tf.transpose(tf.reshape(x, [BATCH, maxTokens, numHeads, headDim]), [0, 2, 1, 3]);

export async function open({ weights, batches, gradients }) {
  await import(pathToFileURL(gradients));
  setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const variables = Object.fromEntries(
    Object.entries(weights).map(([name, { data, shape }]) => [name, tf.variable(tf.tensor(data, shape), true, name)]),
  );
  const layer = (name) => ({ weight: variables[`${name}.weight`], bias: variables[`${name}.bias`] });
  const mask = tf.tensor(
    Float32Array.from({ length: maxTokens ** 2 }, (_, at) => (at % maxTokens > Math.floor(at / maxTokens) ? -1e9 : 0)),
    [1, 1, maxTokens, maxTokens],
  );

  function lossOf(inputs, targets) {
    // Rows of the embedding table, computed as a product with one-hot rows, since the gradient of a gather has no
    // WebAssembly kernel.
    const rows = tf.matMul(tf.cast(tf.oneHot(inputs, vocabularySize), 'float32'), layer('decoder.tokens').weight);
    const positions = layer('decoder.positions').weight;
    let x = tf.reshape(tf.add(tf.reshape(rows, [BATCH, maxTokens, embedDim]), positions), [-1, embedDim]);
    for (let index = 0; index < layers; ++index) {
      const block = `decoder.${index}.self_attention`;
      const normed = normalize(x, layer(`${block}_norm`));
      const [query, key, value] = ['query', 'key', 'value'].map((name) =>
        split(linear(normed, layer(`${block}.${name}`))),
      );
      const scores = tf.add(tf.mul(tf.matMul(query, key, false, true), headDim ** -0.5), mask);
      const attended = tf.transpose(tf.matMul(tf.softmax(scores), value), [0, 2, 1, 3]);
      x = tf.add(x, linear(tf.reshape(attended, [-1, embedDim]), layer(`${block}.output`)));
    }
    const logits = tf.matMul(normalize(x, layer('decoder.final_norm')), layer('output').weight, false, true);
    const counted = tf.cast(tf.oneHot(targets, vocabularySize), 'float32'); // a target of −1 becomes a row of zeros
    return tf.neg(tf.div(tf.sum(tf.mul(tf.logSoftmax(logits), counted)), tf.sum(counted)));
  }

  const { learningRate, beta1, beta2, epsilon, clipNorm } = OPTIMIZER;
  const adam = tf.train.adam(learningRate, beta1, beta2, epsilon);
  const next = inTurn(batches);
  let steps = 0;
  return {
    async step() {
      const { inputs, targets } = next();
      adam.learningRate = learningRateAt(++steps);
      const loss = tf.tidy(() => {
        const ids = [tf.tensor1d(inputs, 'int32'), tf.tensor1d(targets, 'int32')];
        const { value, grads } = tf.variableGrads(() => lossOf(...ids));
        const squares = Object.values(grads).map((gradient) => tf.sum(tf.square(gradient)));
        const factor = tf.minimum(tf.div(clipNorm, tf.sqrt(tf.addN(squares))), 1);
        const clipped = Object.entries(grads).map(([name, gradient]) => [name, tf.mul(gradient, factor)]);
        adam.applyGradients(Object.fromEntries(clipped));
        return value;
      });
      const [number] = await loss.data();
      loss.dispose();
      return number;
    },
  };
}
