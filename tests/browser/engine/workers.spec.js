// Workers on a page without cross-origin isolation, when the package's files have the same origin as the page, and when
// they have another one.
import { expect, test } from '@playwright/test';
import { FULL } from '../page.js';
import { serve } from '../servers.js';

const servers = [];
test.afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Checks that attention with workers equals attention on the main thread, for a short and a long sequence. */
const compute = async (files) => {
  const { createEngine, tensor } = await import(`${files}/engine/index.js`);
  const engine = await createEngine({ workers: 2 });
  const isSame = async (words) => {
    const inputs = [1.1, 1.7, 2.3].map((seed) =>
      tensor(
        Float32Array.from({ length: 4 * words * 64 }, (_, index) => Math.sin(index * seed)),
        [1, 4, words, 64],
      ),
    );
    const { output } = await engine.scaledDotProductAttentionAsync(...inputs);
    const { output: alone } = engine.scaledDotProductAttention(...inputs);
    return output.data.length > 0 && output.data.every((number, index) => number === alone.data[index]);
  };
  return { isolated: crossOriginIsolated, same: (await isSame(500)) && (await isSame(1500)) };
};

const forbidWorkers = (page, origin) =>
  page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "worker-src 'none'" };
    await route.fulfill({ response, headers });
  });

test('in a page of the same origin', async ({ page }) => {
  const origin = await serve(servers);
  await page.goto(origin);
  expect(await page.evaluate(compute, `${origin}/dist`)).toEqual({ isolated: false, same: true });
  expect(page.workers()).toHaveLength(2);
});

test('in a page of another origin', async ({ page }) => {
  const [origin, files] = [await serve(servers), await serve(servers)];
  await page.goto(origin);
  expect(await page.evaluate(compute, `${files}/dist`)).toEqual({ isolated: false, same: true });
  expect(page.workers()).toHaveLength(2);
});

test('if a policy forbids workers, the page itself computes', async ({ page }) => {
  const origin = await serve(servers);
  await forbidWorkers(page, origin);
  await page.goto(origin);
  expect(await page.evaluate(compute, `${origin}/dist`)).toEqual({ isolated: false, same: true });
  await expect.poll(() => page.workers()).toHaveLength(0);
});

/**
 * Trains a model with a worker and without one.
 * @returns true if the weights are equal
 */
const train = async (files) => {
  const { createEngine } = await import(`${files}/engine/index.js`);
  const [batch, tokens, vocabularySize] = [32, 32, 16];
  const model = { vocabularySize, layers: 1, numHeads: 2, embedDim: 64, maxTokens: tokens, dropout: 0.1 };
  const data = (random) => {
    const inputs = Int32Array.from({ length: batch * tokens }, () => Math.floor(vocabularySize * random()));
    return { inputs, targets: inputs, batch, tokens };
  };
  const weightsWith = async (workers) => {
    const engine = await createEngine({ workers });
    const trainer = await engine.createTrainer({ model, data });
    await trainer.stepAsync(200);
    return trainer.snapshot();
  };
  const [together, alone] = [await weightsWith(1), await weightsWith(0)];
  return together.every((weight, index) => weight === alone[index]);
};

test('training shares its batches with a worker', async ({ page }) => {
  const origin = await serve(servers);
  await page.goto(origin);
  expect(await page.evaluate(train, `${origin}/dist`)).toBe(true);
  expect(page.workers()).toHaveLength(1);
});

test('training runs on one thread if a policy forbids workers', FULL, async ({ page }) => {
  const origin = await serve(servers);
  await forbidWorkers(page, origin);
  await page.goto(origin);
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  expect(await page.evaluate(train, `${origin}/dist`)).toBe(true);
  expect((await warning).text()).toMatch('no worker could be started');
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test('if a worker cannot use its module, the page itself computes', async ({ page }) => {
  const origin = await serve(servers);
  await page.goto(origin);
  const same = await page.evaluate(async (files) => {
    const [{ engineFactory }, { fetchFile }, { startWorker }] = await Promise.all(
      ['api/create-engine.js', 'runtime/wasm-module.js', 'parallel/start-worker.js'].map(
        (file) => import(`${files}/engine/${file}`),
      ),
    );
    const empty = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const startWithout = (...args) => {
      const worker = startWorker(...args);
      const post = (message, transfer) =>
        worker.post(message.kind === 'init' ? { ...message, compiled: empty } : message, transfer);
      return { ...worker, post };
    };
    const engine = await engineFactory({ read: fetchFile, startWorker: startWithout })({ workers: 1 });
    const inputs = [1, 2, 3].map((seed) => ({
      data: Float32Array.from({ length: 500 * 64 }, (_, index) => Math.sin(index * seed)),
      shape: [1, 1, 500, 64],
    }));
    const { output } = await engine.scaledDotProductAttentionAsync(...inputs);
    const { output: alone } = engine.scaledDotProductAttention(...inputs);
    return output.data.every((number, index) => number === alone.data[index]);
  }, `${origin}/dist`);
  expect(same).toBe(true);
});
