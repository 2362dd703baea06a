// The story model in int8, as its file stores it, in a browser. Relaxed SIMD multiplies bytes in one instruction in
// Chromium, but not in Node 20.
import { expect, test } from '@playwright/test';
import { serve } from '../servers.js';

const servers = [];
test.afterEach(() => servers.splice(0).forEach((server) => server.close()));

/**
 * Relative error ‖relaxed − simd‖ / ‖simd‖ of the logits after a prompt, and the token ids that both builds generate.
 */
const compare = async (origin) => {
  const { createEngine } = await import(`${origin}/dist/engine/index.js`);
  const weights = `${origin}/models/stories/model.safetensors`;
  const config = `${origin}/models/stories/config.json`;
  const resultsOf = async (build) => {
    const engine = await createEngine({ build, workers: 0 });
    const model = await engine.loadPretrained({ weights, config }, { precision: 'stored' });
    const prompt = Array.from({ length: 70 }, (_, at) => (at === 0 ? 1 : (37 * at) % 500));
    return {
      logits: model.run(prompt).logits.data,
      ids: [...model.generate(prompt, { maxTokens: 20 })].map(({ id }) => id),
    };
  };
  const [relaxed, simd] = [await resultsOf('relaxed'), await resultsOf('simd')];
  const norm = (numbers) => Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  const difference = relaxed.logits.map((number, at) => number - simd.logits[at]);
  return { error: norm(difference) / norm(simd.logits), ids: [relaxed.ids, simd.ids] };
};

test('both builds give the same results for an int8 model', async ({ page }) => {
  const origin = await serve(servers);
  await page.goto(origin);
  const { error, ids } = await page.evaluate(compare, origin);
  // The logits of the two builds differ slightly: an activation halfway between two 14-bit quantization steps is
  // rounded up or down, depending on the rounding of earlier sums.
  expect(error).toBeLessThan(1e-3);
  expect(ids[0]).toEqual(ids[1]);
});
