// Is there an induction head, and what happens without it? A model that learns to continue repeated sequences develops
// one.
import { createEngine } from 'attention-spotlight';
import { headScores, knockOut, meanActivations } from 'attention-spotlight/analysis';

/** A sequence that repeats 3 to 8 different tokens out of 16. */
function repeating(random) {
  const deck = Array.from({ length: 16 }, (_, token) => ({ token, place: random() }));
  deck.sort((one, other) => one.place - other.place);
  const period = 3 + Math.floor(6 * random());
  return Array.from({ length: 24 }, (_, at) => deck[at % period].token);
}

/**
 * A batch of sequences. Targets, for which the loss is computed, are only the tokens after a token that has occurred
 * before.
 */
function data(random) {
  const inputs = Array.from({ length: 32 }, () => repeating(random));
  const targets = inputs.map((tokens) =>
    tokens.map((token, at) => (tokens.indexOf(token) < at ? (tokens[at + 1] ?? -1) : -1)),
  );
  return { inputs: Int32Array.from(inputs.flat()), targets: Int32Array.from(targets.flat()), batch: 32, tokens: 24 };
}

const engine = await createEngine();
const shape = { vocabularySize: 16, layers: 2, numHeads: 1, embedDim: 32, maxTokens: 24, positions: 'sinusoidal' };
const trainer = await engine.createTrainer({ model: shape, data, seed: 2 });
trainer.step(600);
const model = trainer.model();

const { heads } = await headScores(model);
const [{ layer, head, roles }] = heads.toSorted(
  (one, other) => other.roles.induction.score - one.roles.induction.score,
);
const { score, baseline } = roles.induction;
console.log(`layer ${layer}, head ${head}: ${score.toFixed(1)}, by chance ${baseline.toFixed(2)}`);
// → layer 1, head 0: 0.7, by chance 0.06

const run = model.run([3, 9, 5, 7, 3, 9, 5]); // 7 is next
const texts = Array.from({ length: 20 }, (_, first) => [...Array(24).keys()].map((at) => (first + 5 * (at % 6)) % 16));
const means = await meanActivations(model, { texts });
const { original, logProbability } = await knockOut(run, { token: 7, kind: 'mean', means });
const change = logProbability.heads.decoder.data[layer * model.numHeads + head]; // in nats
const [before, after] = [0, change].map((each) => Math.exp(original.logProbability + each).toFixed(1));
console.log(`7 is next: ${before}, without it ${after}`); // → 7 is next: 1.0, without it 0.0
engine.dispose();
