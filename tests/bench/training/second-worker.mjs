// Measures in headless Chromium how much a second worker speeds up training: the same model, task and batches, trained
// in turns with `stepAsync`, with and without a worker. `node tests/bench/training/second-worker.mjs [seconds]` prints
// the result.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { command, say } from '../../../scripts/say.mjs';
import { project } from '../../../scripts/paths.mjs';
import { browser } from '../../../scripts/toolchain/browser.mjs';
import { serve } from '../../serve.mjs';
import { median, ratioOf } from '../interleaved.mjs';

const BATCHES = [32, 64];
/**
 * Number of training steps in each turn: few, so that the turn with one worker and the turn with two are close in time,
 * and other activity of the machine affects both alike.
 */
const STEPS = 10;

/**
 * Trains in the page, in turns with one worker and with two.
 * @returns milliseconds per step in each round with one worker (`one`) and two workers (`two`), and whether both
 * trainers have reached the same weights
 */
async function trainByTurns([batch, seconds, steps]) {
  const [{ createEngine }, { batchOf }, { configOf, defaultSettings, taskOfSettings }] = await Promise.all(
    ['engine/index.js', 'training/tasks/task.js', 'training/settings.js'].map((file) => import(`/dist/${file}`)),
  );
  const settings = { ...defaultSettings('induction'), batch };
  const task = taskOfSettings(settings);
  const open = async (workers) => {
    const engine = await createEngine({ workers });
    return engine.createTrainer({ ...configOf(settings, task), data: (random) => batchOf(task, batch, random) });
  };
  const trainers = { one: await open(0), two: await open(1) };
  for (const trainer of Object.values(trainers)) await trainer.stepAsync(100); // the worker starts meanwhile
  const times = { one: [], two: [] };
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; performance.now() < end; round++) {
    for (const name of round % 2 ? ['one', 'two'] : ['two', 'one']) {
      const begin = performance.now();
      await trainers[name].stepAsync(steps);
      times[name].push((performance.now() - begin) / steps);
    }
  }
  const [one, two] = Object.values(trainers).map((trainer) => trainer.snapshot());
  return { ...times, isSame: one.every((weight, at) => weight === two[at]) };
}

/**
 * Measures the speedup by a second worker in headless Chromium.
 * @returns for each batch size: `rounds`; `one` and `two`, median milliseconds per step with one and with two workers;
 * `ratio`, the speedup by the second worker; and `load`, the machine's load average
 */
export async function measureSecondWorker(seconds) {
  const { chromium: launcher } = await import('@playwright/test');
  const { path, env } = await browser();
  const { origin, close } = await serve({ '/dist/': join(project, 'dist'), '/': import.meta.dirname });
  const args = ['--no-sandbox', '--disable-gpu'];
  const chromium = await launcher.launch({ executablePath: path, env: { ...process.env, ...env }, args });
  try {
    const page = await chromium.newPage();
    await page.goto(`${origin}/blank.html`);
    const results = [];
    for (const batch of BATCHES) {
      const { one, two, isSame } = await page.evaluate(trainByTurns, [batch, seconds, STEPS]);
      if (!isSame) throw new Error(`a batch of ${batch}: two workers came to other weights than one`);
      const [load] = loadavg();
      results.push({ batch, rounds: one.length, one: median(one), two: median(two), ratio: ratioOf(one, two), load });
    }
    return results;
  } finally {
    await chromium.close();
    close();
  }
}

if (process.argv[1] === import.meta.filename) {
  await command(async () => {
    for (const { batch, rounds, one, two, ratio, load } of await measureSecondWorker(Number(process.argv[2] ?? 20))) {
      say(
        `a batch of ${batch}: ${one.toFixed(1)} ms a step alone, ${two.toFixed(1)} ms with a second worker: ` +
          `${ratio.toFixed(2)}× (the median of ${rounds} rounds, at a load of ${load.toFixed(1)})`,
      );
    }
  });
}
