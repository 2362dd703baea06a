// The induction head of a model that the test trains on the page's task “induction”: its scores find it, and its
// ablation has an effect.
import { headScores, knockOut, meanActivations } from 'attention-spotlight/analysis';
import { engines } from '../engines.mjs';
import { batchOf } from '../../../web/training/tasks/task.js';
import { induction } from '../../../web/training/tasks/induction.js';
import { RandomNumbers } from '../../../web/engine/training/random.js';

const random = new RandomNumbers(0).next;
const [STEPS, MOST_STEPS] = [50, 1500];

/** Trains a model until it predicts each repeated token. */
async function trained() {
  const { layers, embedDim, feedforwardDim, positions, learningRate, batch } = induction.defaults;
  const trainer = await engines.simd.createTrainer({
    model: {
      layers,
      embedDim,
      feedforwardDim,
      positions,
      numHeads: 2,
      vocabularySize: induction.vocabulary.length,
      maxTokens: induction.tokens,
    },
    optimizer: { learningRate },
    data: () => batchOf(induction, batch, random),
  });
  for (let steps = 0, loss = Infinity; loss > 0.02; steps += STEPS) {
    expect(steps).toBeLessThan(MOST_STEPS);
    ({ loss } = trainer.step(STEPS));
  }
  const model = trainer.model();
  trainer.dispose();
  return model;
}

test('an induction head is found, and without it the repeated token is not predicted', async () => {
  const model = await trained();
  // Step 1, attention weights: finds the head that attends as an induction head does and copies tokens, and the head in
  // the layer before that attends to the previous token.
  const { heads } = await headScores(model);
  const strongest = (role) =>
    heads.reduce((best, each) => (each.roles[role].score > best.roles[role].score ? each : best));
  const found = strongest('induction');
  const { induction: prefix, copying } = found.roles;
  expect(found.layer).toBe(1); // induction takes two layers
  expect(prefix.score).toBeGreaterThan(0.5);
  expect(prefix.score).toBeGreaterThan(5 * prefix.baseline);
  expect(prefix.interval[0]).toBeGreaterThan(2 * prefix.baseline);
  expect(copying.score).toBeGreaterThan(3 * copying.baseline);
  expect(strongest('previous').layer).toBe(0);
  const inFirst = heads.filter(({ layer }) => layer === 0).map(({ roles }) => roles.induction.score);
  expect(Math.max(...inFirst)).toBeLessThan(2 * prefix.baseline);
  // Step 2, cause: measures the effect of ablating the head on several sequences.
  const means = await meanActivations(model, {
    texts: Array.from({ length: 20 }, () => induction.example(random).inputs),
  });
  const changes = [];
  for (let at = 0; at < 10; ++at) {
    const { inputs } = induction.example(random);
    const [token, ...before] = [...inputs].reverse();
    const { logProbability } = await knockOut(model.run(before.reverse()), { token, kind: 'mean', means });
    changes.push(logProbability.heads.decoder.data[2 + found.head]);
  }
  const mean = changes.reduce((sum, each) => sum + each, 0) / changes.length;
  expect(mean).toBeLessThan(-1); // in nats: less than 37% of the probability remains
  model.dispose();
}, 120_000);
