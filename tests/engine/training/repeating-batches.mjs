// Training batches of sequences that repeat, for a model with 16 tokens.
import { nextState } from '../../random.mjs';

/** Random integers below a limit, for the batches; the same numbers as in tests/fixtures/make/training.py. */
export function randomBelow(seed) {
  let state = seed;
  return (limit) => {
    state = nextState(state);
    return (state >>> 16) % limit;
  };
}

/** Source of batches whose sequences repeat 4 to 8 random tokens. The first of these repetitions has no targets. */
export function repeatingBatches(below, { batch, tokens, vocabulary }) {
  return () => {
    const [inputs, targets] = [new Int32Array(batch * tokens), new Int32Array(batch * tokens)];
    for (let row = 0; row < batch; ++row) {
      const period = 4 + below(5);
      const cycle = Array.from({ length: period }, () => below(vocabulary));
      for (let i = 0; i < tokens; ++i) {
        inputs[row * tokens + i] = cycle[i % period];
        targets[row * tokens + i] = i >= period ? cycle[(i + 1) % period] : -1;
      }
    }
    return { inputs, targets, batch, tokens };
  };
}
const small = { batch: 4, tokens: 12, vocabulary: 16 };
export const smallModel = { vocabularySize: 16, layers: 2, numHeads: 2, embedDim: 16, maxTokens: 12 };
export const smallData = (random) => repeatingBatches((limit) => Math.floor(random() * limit), small)();
