// Training with jax-js and its WebAssembly backend: a whole step is one compiled function. In Node, it has a single
// thread.
import { init, jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { BATCH, inTurn, learningRateAt, MODEL, OPTIMIZER } from './task.mjs';

const { vocabularySize, layers, numHeads, embedDim, maxTokens } = MODEL;
const { beta1, beta2, epsilon, clipNorm } = OPTIMIZER;
const headDim = embedDim / numHeads;

const linear = (x, weight) => np.matmul(x, np.transpose(weight));
const normalize = (x, weight, bias) => nn.standardize(x, -1, { epsilon: 1e-5 }).mul(weight).add(bias);

/**
 * One-hot rows [tokens, vocabulary]. An id of −1 becomes a row of zeros, which `nn.oneHot` would turn into a row of
 * ones.
 */
const oneHot = (ids) =>
  np.equal(ids.reshape([-1, 1]), np.arange(0, vocabularySize, 1, { dtype: np.int32 })).astype(np.float32);

/** Attention as matrix products, since `nn.dotProductAttention` needs iterator helpers, which Node 20 lacks. */
function attend(query, key, value) {
  const scores = np.matmul(query, np.transpose(key, [0, 1, 3, 2])).mul(headDim ** -0.5);
  const isSeen = np.tril(np.ones([maxTokens, maxTokens])).greater(0);
  return np.matmul(nn.softmax(np.where(isSeen, scores, -1e9)), value);
}

/**
 * Loss of a batch. jax-js counts references to arrays: each function consumes its arguments, and `.ref` adds a
 * reference.
 */
function lossOf(weights, inputs, targets) {
  const use = (name) => weights[name].ref;
  const layer = (x, name) => linear(x, use(`${name}.weight`)).add(use(`${name}.bias`));
  const norm = (x, name) => normalize(x, use(`${name}.weight`), use(`${name}.bias`));
  const rows = np.matmul(oneHot(inputs), use('decoder.tokens.weight'));
  let x = rows.reshape([BATCH, maxTokens, embedDim]).add(use('decoder.positions.weight'));
  for (let index = 0; index < layers; ++index) {
    const block = `decoder.${index}.self_attention`;
    const normed = norm(x.ref, `${block}_norm`);
    const [query, key, value] = ['query', 'key', 'value'].map((name) =>
      np.transpose(layer(normed.ref, `${block}.${name}`).reshape([BATCH, maxTokens, numHeads, headDim]), [0, 2, 1, 3]),
    );
    normed.dispose();
    const attended = np.transpose(attend(query, key, value), [0, 2, 1, 3]);
    x = x.add(layer(attended.reshape([BATCH, maxTokens, embedDim]), `${block}.output`));
  }
  const logits = linear(norm(x, 'decoder.final_norm'), use('output.weight'));
  const counted = oneHot(targets).reshape([BATCH, maxTokens, vocabularySize]);
  tree.dispose(weights);
  return np.sum(nn.logSoftmax(logits).mul(counted.ref)).div(np.sum(counted)).neg();
}

/** A training step with the optimizer Adam; `rate` is the learning rate, `corrections` are 1 − β₁ᵗ and 1 − β₂ᵗ. */
function train(weights, firsts, seconds, inputs, targets, rate, corrections) {
  const [loss, gradients] = valueAndGrad(lossOf)(tree.ref(weights), inputs, targets);
  const squares = tree.leaves(gradients).map((gradient) => np.sum(np.square(gradient.ref)));
  const norm = np.sqrt(squares.reduce((sum, square) => sum.add(square)));
  const factor = np.minimum(np.reciprocal(norm).mul(clipNorm), 1);
  const clipped = tree.map((gradient) => gradient.mul(factor.ref), gradients);
  factor.dispose();
  const moved = tree.map((first, g) => first.mul(beta1).add(g.ref.mul(1 - beta1)), firsts, clipped);
  const squared = tree.map((second, g) => second.mul(beta2).add(np.square(g).mul(1 - beta2)), seconds, clipped);
  const [correction1, correction2] = corrections;
  const updated = tree.map(
    (weight, first, second) => {
      const root = np.sqrt(second.ref.div(correction2.ref)).add(epsilon);
      return weight.sub(first.ref.div(correction1.ref).mul(rate.ref).div(root));
    },
    weights,
    moved,
    squared,
  );
  tree.dispose([rate, correction1, correction2]);
  return [loss, updated, moved, squared];
}

export async function open({ weights, batches }) {
  await init('wasm');
  const arrays = (of) => Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [name, of(tensor)]));
  let state = [
    arrays(({ data, shape }) => np.array(data).reshape(shape)),
    arrays(({ shape }) => np.zeros(shape)),
    arrays(({ shape }) => np.zeros(shape)),
  ];
  const compiled = jit(train);
  const next = inTurn(batches);
  let steps = 0;
  return {
    async step() {
      const ids = next();
      ++steps;
      const [inputs, targets] = [ids.inputs, ids.targets].map((tokens) => np.array(tokens));
      const corrections = [beta1, beta2].map((beta) => np.array(1 - beta ** steps));
      const [loss, ...updated] = compiled(...state, inputs, targets, np.array(learningRateAt(steps)), corrections);
      state = updated;
      return (await loss.data())[0];
    },
  };
}
