// Measures trainers of several libraries side by side: each runs several steps in turn, in an order that changes every
// round.
import { batches as drawBatches } from './task.mjs';
import { OURS, shuffled } from '../interleaved.mjs';

/** Number of first steps whose losses must be the same in all trainers, up to LARGEST_DIFFERENCE. */
const CHECKED_STEPS = 40;
const LARGEST_DIFFERENCE = 1e-3;
const TURN = 250;
const MIN_ROUNDS = 9;

/**
 * Wraps a trainer in this process so that it measures itself, as those in other processes do. CPU time is that of all
 * threads of the process.
 */
function measuredHere({ step }) {
  return async function train(steps) {
    const losses = [];
    const [begin, cpu] = [performance.now(), process.cpuUsage()];
    for (let done = 0; done < steps; ++done) losses.push(await step());
    const { user, system } = process.cpuUsage(cpu);
    return { losses, wall: performance.now() - begin, cpu: (user + system) / 1000 };
  };
}

async function openAll({ python, gradients }) {
  const batches = drawBatches();
  const [spotlight, tfjs, jax, pytorch] = await Promise.all(
    ['spotlight', 'tfjs', 'jax', 'pytorch'].map((name) => import(`./${name}.mjs`)),
  );
  const relaxed = await spotlight.open({ build: 'relaxed', batches });
  const start = { weights: relaxed.weights, batches };
  const torch = await pytorch.open({ python, ...start });
  return {
    torch,
    trainers: {
      [OURS]: measuredHere(relaxed),
      'Spotlight, simd': measuredHere(await spotlight.open({ build: 'simd', batches })),
      'jax-js (wasm)': measuredHere(await jax.open(start)),
      'tfjs (wasm)': measuredHere(await tfjs.open({ ...start, gradients })),
      'PyTorch, one thread': torch.train,
    },
  };
}

/**
 * Runs the first steps of all libraries' trainers, which also warms them up. Returns the largest difference from the
 * losses of Spotlight's trainer, and the first and last loss of that trainer.
 */
async function firstSteps(trainers) {
  const first = {};
  for (const [name, train] of Object.entries(trainers)) first[name] = (await train(CHECKED_STEPS)).losses;
  const differences = Object.values(first).flatMap((losses) =>
    losses.map((loss, at) => Math.abs(loss - first[OURS][at])),
  );
  const largest = Math.max(...differences);
  if (!(largest < LARGEST_DIFFERENCE)) throw new Error(`losses of the first steps differ: ${JSON.stringify(first)}`);
  return { largest, losses: [first[OURS][0], first[OURS].at(-1)] };
}

/**
 * Measures the trainers of all libraries.
 * @returns steps per second in each round, by trainer: `wall`, per second of wall-clock time, and `cpu`, per second of
 * CPU time; and `check`, the difference between the losses of the first steps
 */
export async function measureTraining({ seconds, ...settings }) {
  const { torch, trainers } = await openAll(settings);
  const check = { steps: CHECKED_STEPS, ...(await firstSteps(trainers)) };
  const turns = {};
  for (const [name, train] of Object.entries(trainers)) turns[name] = Math.ceil((TURN * 5) / (await train(5)).wall);
  const rates = Object.fromEntries(Object.keys(trainers).map((name) => [name, { wall: [], cpu: [] }]));
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; round < MIN_ROUNDS || performance.now() < end; ++round) {
    for (const name of shuffled(Object.keys(trainers))) {
      const { wall, cpu } = await trainers[name](turns[name]);
      rates[name].wall.push((1000 * turns[name]) / wall);
      rates[name].cpu.push((1000 * turns[name]) / cpu);
    }
  }
  torch.close();
  return { rates, check, versions: { node: process.version, torch: torch.version } };
}
