// npm run bench:before -- FOLDER: compares this build with the build whose dist/ is FOLDER, in one process in Node. It
// measures workloads W1 to W6; with `--models FOLDER` also whole models, from subfolders with config.json and
// model.safetensors; with `--training` also training. Times are CPU times; `--pairs 15` sets the number of pairs of
// measurements.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openAsBlob } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { project } from '../../scripts/paths.mjs';
import { command } from '../../scripts/say.mjs';
import { RELAXED_FLAGS } from '../../scripts/toolchain/relaxed-node.mjs';
import { interleaved, median, shuffled } from './interleaved.mjs';
import { open as openLayers } from './peers/spotlight.mjs';
import { open as openModel } from './pretrained/spotlight.mjs';
import { runOnce } from './pretrained/run-once.mjs';
import { MODELS, TIMES } from './pretrained/workloads.mjs';
import { open as openTrainer } from './training/spotlight.mjs';
import { batches } from './training/task.mjs';
import { inputsOf, WORKLOADS } from './workloads.mjs';

/** CPU time that all threads of this process have used so far, in ms. */
const cpu = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000;
const clocks = () => ({ cpu: cpu() });

/**
 * Median of the ratios of two builds' times, and its 95% confidence interval, whose ends are the ratios at two ranks of
 * the binomial distribution.
 */
function ratioWithInterval(before, now) {
  const ratios = before.map((time, at) => time / now[at]).toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(ratios.length);
  const rank = (place) => ratios[Math.min(Math.max(Math.round(place), 0), ratios.length - 1)];
  const middle = (ratios.length - 1) / 2;
  return { ratio: median(ratios), low: rank(middle - reach), high: rank(middle + reach), pairs: ratios.length };
}

const report = (name, before, now) => {
  const { ratio, low, high, pairs } = ratioWithInterval(before, now);
  console.log(`${name}: ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}, ${pairs} pairs)`);
};

async function compareLayers(entries, rounds) {
  const opened = {};
  for (const [name, entry] of Object.entries(entries)) opened[name] = await openLayers({ build: 'relaxed', entry });
  for (const [workload, shape] of Object.entries(WORKLOADS)) {
    const inputs = inputsOf(shape);
    const runners = {};
    for (const name of Object.keys(opened)) {
      const run = await opened[name].prepare(shape);
      runners[name] = () => run(inputs);
    }
    const { samples } = await interleaved(runners, { seconds: 0, rounds, now: cpu });
    report(workload, samples.before, samples.now);
  }
}

async function compareModels(entries, models, rounds) {
  for (const model of Object.keys(MODELS).filter((name) => existsSync(join(models, name)))) {
    const read = (name) => openAsBlob(join(models, model, name));
    const opened = {};
    for (const [name, entry] of Object.entries(entries)) {
      opened[name] = await openModel({ build: 'relaxed', entry, read });
      await runOnce(opened[name], model, clocks); // warm-up call
    }
    const times = { before: [], now: [] };
    for (let round = 0; round < rounds; ++round) {
      for (const name of shuffled(Object.keys(opened)))
        times[name].push((await runOnce(opened[name], model, clocks)).times);
    }
    for (const [workload, { time }] of Object.entries(TIMES).filter(([, each]) => each.model === model)) {
      report(workload, ...[times.before, times.now].map((runs) => runs.map((each) => each[time].cpu)));
    }
    for (const each of Object.values(opened)) each.close();
  }
}

/** Compares the CPU time of the same training steps in two builds of Spotlight. */
async function compareTraining(entries, rounds) {
  const runners = {};
  for (const [name, entry] of Object.entries(entries)) {
    const { step } = await openTrainer({ build: 'relaxed', batches: batches(), entry });
    runners[name] = async () => {
      for (let done = 0; done < 20; ++done) await step();
    };
    await runners[name](); // warm-up call
  }
  const { samples } = await interleaved(runners, { seconds: 0, rounds, now: cpu });
  report('training', samples.before, samples.now);
}

if (process.send) {
  process.once('message', async ({ entries, models, training, pairs }) => {
    await compareLayers(entries, pairs);
    if (models) await compareModels(entries, models, pairs);
    if (training) await compareTraining(entries, pairs);
    process.disconnect();
  });
} else {
  await command(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { pairs: { type: 'string', default: '15' }, models: { type: 'string' }, training: { type: 'boolean' } },
    });
    const entryOf = (dist) => pathToFileURL(resolve(dist, 'engine/node.js')).href;
    const entries = { before: entryOf(positionals[0]), now: entryOf(join(project, 'dist')) };
    console.log('Before ÷ now: above 1, this build is faster.');
    const child = fork(import.meta.filename, [], { execArgv: RELAXED_FLAGS });
    const models = values.models && resolve(values.models);
    child.send({ entries, models, training: values.training, pairs: Number(values.pairs) });
    await once(child, 'exit');
  });
}
