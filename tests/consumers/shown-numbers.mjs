// The two numbers that every page with the package must show, one computed by the engine and one by the element, and
// helpers that check them.
import { expect } from '@playwright/test';
import { serve } from '../serve.mjs';

/** Output of the engine for a query with scores 1 and 0: softmax([1/√2, 0])·[1, 0]. */
export const ENGINE_NUMBER = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);

/**
 * Source of a program that computes both numbers, also in workers. It requires that `createEngine` and `tensor` are
 * defined.
 */
export const COMPUTE = `
  const engine = await createEngine();
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]), tensor([1, 0, 0, 1], [1, 1, 2, 2]), tensor([1, 0], [1, 1, 2, 1]));
  const text = tensor(new Float32Array(8 * 512 * 64).fill(0.5), [1, 8, 512, 64]);
  await engine.scaledDotProductAttentionAsync(text, text, text);
  const element = document.querySelector('attention-spotlight');
  await element.ready;
  globalThis.numbers = { output: output.data[0], weight: element.trace.weights.data[71] };`;

/**
 * Opens a page, and checks that `globalThis.numbers` is right and that the console has no errors. Resolves with the
 * numbers.
 */
export async function expectNumbersAt(page, url) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  await page.waitForFunction(() => globalThis.numbers, null, { timeout: 20_000 }).catch(() => undefined);
  expect(errors).toEqual([]);
  const numbers = await page.evaluate(() => globalThis.numbers);
  expect(numbers.output).toBeCloseTo(ENGINE_NUMBER, 6);
  expect(numbers.weight).toBeGreaterThan(0.8); // “it” attends to “cat”
  return numbers;
}

/**
 * Serves a folder, and checks the numbers on one of its pages.
 * @param options.work further work of the test with the open page
 */
export async function expectNumbers(page, folder, { path = '/', headers = {}, work = async () => undefined } = {}) {
  const { origin, close } = await serve({ '/': folder }, headers);
  try {
    await work(await expectNumbersAt(page, origin + path));
  } finally {
    close();
  }
}
