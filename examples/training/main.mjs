// A Transformer with two layers and random weights learns to continue repeated sequences. A worker computes half of
// each batch.
import { createEngine, DivergenceError } from 'attention-spotlight';

const [batch, tokens, vocabularySize] = [32, 24, 16];

/**
 * A batch of sequences that repeat 3 to 8 different tokens. Targets, for which the loss is computed, are only the
 * tokens after a token that has occurred before.
 */
function data(random) {
  const inputs = new Int32Array(batch * tokens);
  const targets = new Int32Array(batch * tokens).fill(-1); // −1: not counted
  for (let start = 0; start < inputs.length; start += tokens) {
    const period = 3 + Math.floor(6 * random());
    const deck = Array.from({ length: vocabularySize }, (_, token) => ({ token, place: random() }));
    deck.sort((a, b) => a.place - b.place);
    for (let at = 0; at < tokens; ++at) {
      inputs[start + at] = deck[at % period].token;
      if (at >= period) targets[start + at] = deck[(at + 1) % period].token;
    }
  }
  return { inputs, targets, batch, tokens };
}

const engine = await createEngine();
const model = { vocabularySize, layers: 2, numHeads: 2, embedDim: 32, maxTokens: tokens };
const trainer = await engine.createTrainer({ model, data, seed: 1 });
console.log(`loss ${trainer.step().loss.toFixed(1)}`); // → loss 3.5
const { step, accuracy } = await trainer.stepAsync(599);
console.log(`${Math.round(100 * accuracy)}% right after ${step} steps`); // → 100% right after 600 steps

const trained = trainer.model(); // it runs, is traced and generates as any pretrained model
const text = [3, 9, 5, 7, 3, 9, 5];
const next = Array.from(trained.generate(text, { maxTokens: 6 }), ({ id }) => id);
console.log(`${text.join(' ')} … ${next.join(' ')}`); // → 3 9 5 7 3 9 5 … 7 3 9 5 7 3

// A learning rate that is far too large, so that training diverges.
const wild = await engine.createTrainer({ ...trainer.config, optimizer: { learningRate: 1e6, warmupSteps: 0 } });
try {
  await wild.stepAsync(100);
} catch (error) {
  if (!(error instanceof DivergenceError)) throw error;
  console.log(`no number at step ${error.step}: ${wild.steps} steps count`); // → no number at step 3: 2 steps count
}
engine.dispose();
