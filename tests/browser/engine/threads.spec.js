// Engines with several threads, in cross-origin isolated pages and in other pages.
import { expect, test } from '@playwright/test';
import { ISOLATION } from '../../serve.mjs';
import { serve } from '../servers.js';

const servers = [];
test.afterEach(() => servers.splice(0).forEach((server) => server.close()));

/**
 * Checks in the page that attention on several threads equals attention on one thread.
 * @returns the number of threads of each engine
 */
const compute = async ([script, threads]) => {
  const { createEngine, tensor } = await import(script);
  const inputs = [1.1, 1.7, 2.3].map((seed) =>
    tensor(
      Float32Array.from({ length: 4 * 900 * 64 }, (_, index) => Math.sin(index * seed)),
      [1, 4, 900, 64],
    ),
  );
  const outputs = [];
  const counts = [];
  for (const each of [threads, 1]) {
    const engine = await createEngine({ build: 'simd', threads: each });
    counts.push(engine.threads);
    outputs.push(engine.scaledDotProductAttention(...inputs).output.data);
    const { output } = await engine.scaledDotProductAttentionAsync(...inputs);
    outputs.push(output.data);
    engine.dispose();
  }
  const same = outputs.every((output) => output.every((number, index) => number === outputs[0][index]));
  return { isolated: crossOriginIsolated, counts, same };
};

for (const file of ['index.js', 'attention-spotlight.js']) {
  test(`in an isolated page, ${file}`, async ({ page }) => {
    const origin = await serve(servers, ISOLATION);
    await page.goto(origin);
    const result = await page.evaluate(compute, [`${origin}/dist/engine/${file}`, 3]);
    expect(result).toEqual({ isolated: true, counts: [3, 1], same: true });
  });
}

test("in an isolated page, 'auto' uses the available processors", async ({ page }) => {
  const origin = await serve(servers, ISOLATION);
  await page.goto(origin);
  const processors = await page.evaluate(() => navigator.hardwareConcurrency);
  const { counts, same } = await page.evaluate(compute, [`${origin}/dist/engine/index.js`, 'auto']);
  expect(same).toBe(true);
  expect(counts).toEqual([Math.min(processors, 8), 1]);
});

test('in an isolated page whose policy allows only what threads need', async ({ page }) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  const origin = await serve(servers, { ...ISOLATION, 'Content-Security-Policy': policy });
  await page.goto(origin);
  const { counts, same } = await page.evaluate(compute, [`${origin}/dist/engine/index.js`, 2]);
  expect(same).toBe(true);
  expect(counts).toEqual([2, 1]);
});

test("in other pages several threads are an error with the reason, and 'auto' is one", async ({ page }) => {
  const origin = await serve(servers);
  await page.goto(origin);
  const script = `${origin}/dist/engine/index.js`;
  await expect(page.evaluate(compute, [script, 2])).rejects.toThrow(
    /threads: expected 1, got 2: .*cross-origin isolated/,
  );
  expect(await page.evaluate(compute, [script, 'auto'])).toEqual({ isolated: false, counts: [1, 1], same: true });
});

test('if a policy forbids workers, several threads are an error, and one is fine', async ({ page }) => {
  const origin = await serve(servers, { ...ISOLATION, 'Content-Security-Policy': "worker-src 'none'" });
  await page.goto(origin);
  const script = `${origin}/dist/engine/index.js`;
  await expect(page.evaluate(compute, [script, 2])).rejects.toThrow(/threads: a worker could not be started/);
  expect(await page.evaluate(compute, [script, 'auto'])).toMatchObject({ counts: [1, 1], same: true });
});

test('the helpers end with the engine', async ({ page }) => {
  const origin = await serve(servers, ISOLATION);
  await page.goto(origin);
  await page.evaluate(async (script) => {
    const { createEngine } = await import(script);
    globalThis.engine = await createEngine({ threads: 4, workers: 0 });
  }, `${origin}/dist/engine/index.js`);
  expect(page.workers()).toHaveLength(3);
  await page.evaluate(() => globalThis.engine.dispose());
  await expect.poll(() => page.workers().length).toBe(0);
});
