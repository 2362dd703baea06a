// Measures whole models in headless Chromium: each peer (compared library or build) runs once per round, in an order
// that changes every round.
import { loadavg } from 'node:os';
import { withChromium, withPage } from '../headless.mjs';
import { OURS, OURS_OF_TWO, shuffled } from '../interleaved.mjs';
import { checkDifference } from './measure.mjs';
import { MODELS, timesByWorkload, workloadsOf } from './workloads.mjs';

/**
 * Peers that are measured on one thread, by model. Only BERT is measured, for the comparison with LiteRT.js, which runs
 * only in a browser; all other measurements on one thread are made in Node.
 */
const ONE_THREAD = {
  'bert-base': [OURS, 'Spotlight, simd', 'LiteRT.js, relaxed', 'LiteRT.js, compat', 'onnxruntime-web, graph'],
};
const TWO_OF_GENERATORS = [
  OURS,
  OURS_OF_TWO,
  'onnxruntime-web, graph, 2 threads',
  'Spotlight, relaxed, int8, 2 threads',
  'onnxruntime-web, graph, int8, 2 threads',
];
const TWO_THREADS = {
  'bert-base': [
    OURS,
    OURS_OF_TWO,
    'Spotlight, simd, 2 threads',
    'LiteRT.js, relaxed, 2 threads',
    'onnxruntime-web, graph, 2 threads',
  ],
  'gpt2-small': TWO_OF_GENERATORS,
  'smollm2-135m': TWO_OF_GENERATORS,
};
/** Pause between runs in milliseconds, since threads that wait for work keep using the processor for a while. */
const PAUSE = 200;

/** CPU time in milliseconds that the page's process has used so far, with all its threads. */
async function cpuClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ProcessTime').value;
  };
}

function measureModel(chromium, model, names, rounds) {
  return withPage(chromium, { isolated: true, path: 'models.html' }, async (page) => {
    const call = (name, ...args) => page.evaluate(([each, given]) => window[each](...given), [name, args]);
    const differences = [];
    for (const name of names) {
      await call('prepare', name, model);
      if (!name.includes('int8')) differences.push(await call('difference', name, OURS));
    }
    const difference = checkDifference(model, Math.max(...differences));
    const cpu = await cpuClock(page);
    const runs = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; ++round) {
      for (const name of shuffled(names)) {
        await page.waitForTimeout(PAUSE);
        const begin = await cpu();
        const { whole, ...parts } = await call('times', name, model);
        runs[name].push({ ...parts, whole: { ...whole, cpu: (await cpu()) - begin } });
      }
    }
    return { runs, difference };
  });
}

async function measureGroup(chromium, group, { rounds, only }) {
  const measured = {};
  for (const model of Object.keys(MODELS)) {
    const workloads = workloadsOf(model, only);
    if (workloads.length === 0 || !group[model]) continue;
    const { runs, difference } = await measureModel(chromium, model, group[model], rounds);
    Object.assign(measured, timesByWorkload(workloads, runs, difference));
  }
  return measured;
}

/**
 * Measures whole models in Chromium, with peers on one thread and on two.
 * @returns `version` of Chromium, `load` of the machine, and for one and two threads, for each workload: `times`, {
 * wall, cpu } of each peer in each round in ms; and `difference`, the largest difference between the peers' outputs.
 * CPU time is only measured for whole runs.
 */
export const measureInChromium = (settings) =>
  withChromium(async (chromium) => ({
    version: chromium.version(),
    load: loadavg()[0].toFixed(1),
    one: await measureGroup(chromium, ONE_THREAD, settings),
    two: await measureGroup(chromium, TWO_THREADS, settings),
  }));
