// What every page with the package has to show: a number of the engine, and one of the element.
import { expect } from '@playwright/test';
import { serve } from '../serve.mjs';

/** softmax([1/√2, 0])·[1, 0] */
export const ENGINE_NUMBER = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);

/** Serves a folder and opens a page of it; it has to show the numbers and to complain of nothing. */
export async function expectNumbers(page, folder, { path = '/', headers = {}, work = async () => undefined } = {}) {
  const { origin, close } = await serve({ '/': folder }, headers);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  try {
    await page.goto(origin + path);
    await page.waitForFunction(() => globalThis.numbers, null, { timeout: 20_000 }).catch(() => undefined);
    expect(complaints).toEqual([]);
    const numbers = await page.evaluate(() => globalThis.numbers);
    expect(numbers.output).toBeCloseTo(ENGINE_NUMBER, 6);
    expect(numbers.weight).toBeGreaterThan(0.9); // “it” hears “cat”
    await work(numbers);
  } finally {
    close();
  }
}
