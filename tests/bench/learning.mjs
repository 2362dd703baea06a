// node tests/bench/learning.mjs, part of npm run test:full: measures how long training takes to learn each task of
// docs/training.md in headless Chromium, with ten seeds if the time depends on the seed, and checks that memory does
// not grow during a run of 10,000 steps. CPU seconds are decisive, since they depend less on other activity of the
// machine; wall-clock seconds are printed beside them.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { project } from '../../scripts/paths.mjs';
import { command, CommandError, say, step } from '../../scripts/say.mjs';
import { serve } from '../serve.mjs';
import { browser } from '../../scripts/toolchain/browser.mjs';

/**
 * Training tasks, each with its number of seeds, the CPU seconds within which a run must have learned it, and the
 * number of seeds whose runs must achieve this.
 */
const RUNS = [
  { task: 'induction', seeds: 10, seconds: 20, atLeast: 9 },
  { task: 'lookup', seeds: 3, seconds: 15, atLeast: 3 },
  ...['repeat', 'reverse', 'sort', 'translate', 'text'].map((task) => ({ task, seeds: 1, seconds: 60, atLeast: 1 })),
];
/** Number of steps after which a run that has not learned its task will not learn it anymore. */
const MAX_STEPS = 4000;

const LONG_RUN = 10_000;
/**
 * Number of training steps after which a run no longer allocates additional memory: growth of the heap is measured from
 * here.
 */
const WARM_UP = 1000;
const MEBIBYTE = 2 ** 20;
/**
 * Largest accepted growth of a heap between two measurements, which may be due to the garbage collector rather than a
 * leak.
 */
const MAX_GROWTH = 2 * MEBIBYTE;
/**
 * Size in bytes of the batches that may be waiting in a worker for garbage collection; all batches of the run together
 * would take 70 MiB.
 */
const IN_WORKER = 8 * MEBIBYTE;

const problems = [];
const expectThat = (isTrue, problem) => isTrue || problems.push(problem);

/** CPU seconds that the browser's page processes have used so far. */
async function computedSeconds(devtools) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0);
}

async function learn(chromium, devtools, origin, task, seed) {
  const page = await chromium.newPage();
  await page.goto(`${origin}/training.html?task=${task}&seed=${seed}`);
  await page.waitForFunction(() => document.querySelector('attention-training').snapshot);
  const [computed, began] = [await computedSeconds(devtools), performance.now()];
  await page.evaluate(() => document.querySelector('attention-training').play());
  await page.waitForFunction(
    (most) => {
      const { run } = document.querySelector('attention-training');
      const isSolved = run.moments.some(({ name }) => name === 'solved');
      return isSolved || run.step >= most || ['failed', 'diverged'].includes(run.status);
    },
    MAX_STEPS,
    { timeout: 600_000, polling: 100 },
  );
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = (await computedSeconds(devtools)) - computed;
  const result = await page.evaluate(() => {
    const { run } = document.querySelector('attention-training');
    const solved = run.moments.find(({ name }) => name === 'solved');
    const { accuracy } = solved ? run.snapshots.find((snapshot) => snapshot.step >= solved.step) : run.last;
    return { step: solved?.step ?? run.step, isLearned: solved !== undefined, accuracy };
  });
  await page.close();
  return { ...result, seed, seconds, cpuSeconds };
}

/** Size of the page's heap after a short training run and after a long one. */
async function pageMemory(chromium, origin) {
  const page = await chromium.newPage();
  await page.goto(`${origin}/training.html?task=repeat`);
  await page.waitForFunction(() => document.querySelector('attention-training').snapshot);
  const devtools = await page.context().newCDPSession(page);
  const sizes = [];
  const play = () => page.evaluate(() => document.querySelector('attention-training').play());
  const hasPaused = () =>
    page.waitForFunction(() => document.querySelector('attention-training').run.status === 'paused', null, {
      timeout: 600_000,
      polling: 250,
    });
  await play();
  await hasPaused(); // the automatic pause comes when the task is learned
  for (const steps of [WARM_UP, LONG_RUN]) {
    await play();
    await page.waitForFunction((until) => document.querySelector('attention-training').run.step >= until, steps, {
      timeout: 600_000,
      polling: 250,
    });
    await page.evaluate(() => document.querySelector('attention-training').pause());
    await hasPaused();
    await devtools.send('HeapProfiler.collectGarbage');
    sizes.push((await devtools.send('Runtime.getHeapUsage')).usedSize);
  }
  await page.close();
  return sizes;
}

async function inChromium() {
  const { chromium: launcher } = await import('@playwright/test');
  const { path, env } = await browser();
  const { origin, close } = await serve({ '/': join(project, 'build/page') });
  const args = ['--no-sandbox', '--disable-gpu'];
  const chromium = await launcher.launch({ executablePath: path, env: { ...process.env, ...env }, args });
  const devtools = await chromium.newBrowserCDPSession();
  for (const { task, seeds, seconds: most, atLeast } of RUNS) {
    const results = [];
    for (let seed = 0; seed < seeds; seed++) {
      const result = await learn(chromium, devtools, origin, task, seed);
      const { step: steps, accuracy, seconds, cpuSeconds } = result;
      say(
        `${task}, seed ${seed}: ${(100 * accuracy).toFixed(0)}% after ${steps} steps, ` +
          `${cpuSeconds.toFixed(1)} s of the processor, ${seconds.toFixed(1)} s by the clock`,
      );
      results.push(result);
    }
    const kept = results.filter(({ isLearned, cpuSeconds }) => isLearned && cpuSeconds <= most);
    expectThat(kept.length >= atLeast, `${task}: expected ${atLeast} of ${seeds} within ${most} s, got ${kept.length}`);
  }
  const [early, late] = await pageMemory(chromium, origin);
  say(`the page's heap: ${megabytes(early)} after ${WARM_UP} steps, ${megabytes(late)} after ${LONG_RUN}`);
  expectThat(late - early <= MAX_GROWTH, `the page's heap has grown by ${megabytes(late - early)}`);
  await chromium.close();
  close();
}

const megabytes = (bytes) => `${(bytes / MEBIBYTE).toFixed(2)} MiB`;

/**
 * Trains for 10,000 steps in Node, to check that memory does not grow.
 * @param workers number of the engine's workers; a single one computes half of each batch
 */
async function inNode(workers) {
  const dist = (file) => import(pathToFileURL(resolve(project, 'dist', file)).href);
  const [{ createEngine }, { batchOf }, { configOf, defaultSettings, taskOfSettings }] = await Promise.all(
    ['engine/node.js', 'training/tasks/task.js', 'training/settings.js'].map(dist),
  );
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const engine = await createEngine({ workers });
  const settings = defaultSettings('induction');
  const task = taskOfSettings(settings);
  const data = (random) => batchOf(task, settings.batch, random);
  const trainer = await engine.createTrainer({ ...configOf(settings, task), data });
  const sizes = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { 'WebAssembly memory': trainer.heapSize, 'heap of JavaScript': heapUsed, 'array buffers': arrayBuffers };
  };
  await trainer.stepAsync(WARM_UP);
  const early = sizes();
  await trainer.stepAsync(LONG_RUN - WARM_UP);
  const late = sizes();
  for (const [name, size] of Object.entries(late)) {
    say(`${name}: ${megabytes(early[name])} after ${WARM_UP} steps, ${megabytes(size)} after ${LONG_RUN}`);
    const most = name === 'WebAssembly memory' ? 0 : name === 'array buffers' && workers > 0 ? IN_WORKER : MAX_GROWTH;
    expectThat(size - early[name] <= most, `${name}: it has grown by ${megabytes(size - early[name])}`);
  }
  trainer.dispose();
  engine.dispose();
}

export async function testLearning() {
  await step('training each task in Chromium', inChromium);
  await step(`training ${LONG_RUN} steps in Node`, () => inNode(0));
  await step(`training ${LONG_RUN} steps in Node with a second worker`, () => inNode(1));
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

if (process.argv[1] === import.meta.filename) await command(testLearning);
