// Fuzz test of trainers with extreme options: every step must give finite numbers, or be rejected and leave the trainer
// unchanged.
import { DivergenceError } from 'attention-spotlight';
import { attempt, Finding, MAX_MILLISECONDS } from './checks.mjs';

/** Random positive number of any magnitude in float32, but in half of the cases one of the numbers in `usual`. */
const magnitude = (random, usual, max = 38) =>
  random.chance(0.5) ? random.pick(usual) : random.pick([1, 3]) * 10 ** random.int(-45, max);

function modelOf(random) {
  const numHeads = random.int(1, 3);
  return {
    shape: random.pick(['decoder', 'encoder', 'encoder-decoder']),
    layers: random.int(1, 3),
    numHeads,
    vocabularySize: random.int(2, 40),
    maxTokens: random.int(1, 12),
    embedDim: numHeads * 2 * random.int(1, 4),
    feedforwardDim: random.pick([0, 1, 9]),
    positions: random.pick(['learned', 'sinusoidal', 'rotary', 'none']),
    norm: random.pick(['layer', 'rms']),
    activation: random.pick(['relu', 'gelu', 'swiglu']),
    tiedHead: random.chance(0.5),
    dropout: random.chance(0.7) ? 0 : random.pick([0.1, 0.9, 1 - 2 ** -24]),
    ...(random.chance(0.4) && { scale: Math.max(1e-45, magnitude(random, [1])) }),
  };
}

const optimizerOf = (random) => ({
  learningRate: magnitude(random, [1e-3, 0.1, 10]),
  warmupSteps: random.pick([0, 0, 1, 100, 2 ** 40]),
  weightDecay: magnitude(random, [0, 0.01]),
  beta1: random.pick([0, 0.9, 1 - 2 ** -53]),
  beta2: random.pick([0, 0.999, 1 - 2 ** -53]),
  epsilon: Math.max(1e-45, magnitude(random, [1e-8])),
  clipNorm: magnitude(random, [0, 1]),
});

function dataOf(random, { shape, vocabularySize, maxTokens }) {
  const [batch, tokens, sourceTokens] = [random.int(1, 3), random.int(1, maxTokens), random.int(1, maxTokens)];
  const ids = (unit, count) => Int32Array.from({ length: count }, () => Math.floor(vocabularySize * unit()));
  return (unit) => ({
    batch,
    tokens,
    inputs: ids(unit, batch * tokens),
    targets: ids(unit, batch * tokens),
    ...(shape === 'encoder-decoder' && { sourceTokens, sources: ids(unit, batch * sourceTokens) }),
  });
}

const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const expectFinite = (what, numbers) => {
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) throw new Finding(`${what}[${wrong}] is ${numbers[wrong]}`);
};

/**
 * Evaluates a batch, and checks that the result has finite numbers, or that the call fails with an error that names a
 * logit beyond float32.
 */
function evaluate(trainer, batch) {
  try {
    const { loss, logits, weights } = trainer.evaluate(batch);
    expectFinite('loss', [loss]);
    expectFinite('logits', logits.data);
    for (const { data } of [weights.encoder, weights.self, weights.cross].flat()) expectFinite('weights', data);
  } catch (error) {
    if (!/^logits\[[\d, ]+\] is beyond float32: the weights are too large$/.test(error.message)) throw error;
  }
}

/**
 * Runs a training step, and checks it.
 * @returns true if the step was not rejected
 */
function step(trainer) {
  const [before, steps] = [trainer.save(), trainer.steps];
  try {
    expectFinite('report', Object.values(trainer.step()));
  } catch (error) {
    if (!(error instanceof DivergenceError)) throw error;
    if (error.step !== steps + 1 || trainer.steps !== steps) throw new Finding(`step ${steps}: ${error.message}`);
    if (!same(trainer.save(), before)) throw new Finding(`${error.message}: the trainer is not as before`);
    return false;
  }
  expectFinite('snapshot', trainer.snapshot());
  return true;
}

/** Sets weights of any magnitude, and checks that the trainer takes them, or rejects them and stays unchanged. */
function restore(trainer, random) {
  const before = trainer.snapshot();
  const factor = magnitude(random, [1, NaN, Infinity]);
  const at = random.int(-1, before.length - 1); // −1 stands for all weights
  const given = before.map((value, index) => (at < 0 || at === index ? value * factor : value));
  try {
    trainer.restore(given);
    if (!same(trainer.snapshot(), given)) throw new Finding('restore: other weights');
  } catch (error) {
    if (!/^snapshot: .+\]: expected /.test(error.message)) throw error;
    if (!same(trainer.snapshot(), before)) throw new Finding(`${error.message}: the weights are not as before`);
  }
}

export async function training({ engine }, random) {
  const model = modelOf(random);
  const config = { model, optimizer: optimizerOf(random), data: dataOf(random, model), seed: random.int(0, 9) };
  const what = JSON.stringify(config);
  const { value: trainer } = await attempt(() => engine.createTrainer(config));
  if (!trainer) return;
  try {
    const start = process.cpuUsage();
    for (let count = 0; count < 8; count++) {
      const isTaken = step(trainer);
      evaluate(
        trainer,
        config.data(() => random.unit()),
      );
      if (!isTaken || random.chance(0.2)) restore(trainer, random);
    }
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > MAX_MILLISECONDS) throw new Finding(`took ${Math.round((user + system) / 1000)} ms`);
    trainer.load(trainer.save());
  } catch (error) {
    throw new Finding(`training ${what}: ${error instanceof Finding ? error.message : error.stack}`);
  } finally {
    trainer.dispose();
  }
}
