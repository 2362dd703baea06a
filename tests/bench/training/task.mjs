// The training that the benchmark measures: repeated sequences, two attention layers, and the same weights and batches
// for all libraries.
export const MODEL = { vocabularySize: 32, layers: 2, numHeads: 4, embedDim: 64, maxTokens: 32 };
/** Options of the optimizer. It is Adam, without weight decay, since TensorFlow.js has no AdamW. */
export const OPTIMIZER = {
  learningRate: 3e-3,
  warmupSteps: 100,
  weightDecay: 0,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  clipNorm: 1,
};
export const BATCH = 32;
const BATCHES = 64;

export const learningRateAt = (step) => OPTIMIZER.learningRate * Math.min(step / OPTIMIZER.warmupSteps, 1);

/**
 * Batch of sequences that repeat 4 to 16 different tokens. The model predicts the token that follows each token that
 * has occurred before.
 */
function inductionBatch() {
  const { maxTokens: tokens, vocabularySize } = MODEL;
  const inputs = new Int32Array(BATCH * tokens);
  const targets = new Int32Array(BATCH * tokens).fill(-1);
  const deck = Int32Array.from({ length: vocabularySize }, (_, token) => token);
  for (let start = 0; start < inputs.length; start += tokens) {
    const period = 4 + Math.floor(13 * Math.random());
    for (let i = 0; i < period; ++i) {
      const other = i + Math.floor((vocabularySize - i) * Math.random());
      [deck[i], deck[other]] = [deck[other], deck[i]];
    }
    for (let i = 0; i < tokens; ++i) {
      inputs[start + i] = deck[i % period];
      if (i >= period) targets[start + i] = deck[(i + 1) % period];
    }
  }
  return { inputs, targets, batch: BATCH, tokens };
}

export const batches = () => Array.from({ length: BATCHES }, inductionBatch);

/** Returns a function that returns the batches one after another, and starts again after the last one. */
export function inTurn(all) {
  let next = 0;
  return () => all[next++ % all.length];
}
