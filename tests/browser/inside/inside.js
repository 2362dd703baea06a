// Fixtures and helpers for the tests of “Look inside”.
import { expect, test as base } from '../page.js';

const models = (file) => new URL(`../../../models/stories/${file}`, import.meta.url).pathname;

export const STORIES = ['config.json', 'tokenizer.json', 'model.safetensors'].map(models);

export const test = base.extend({
  /** Opens “Look inside”, by default with the story model, and waits for the answer. */
  inside: async ({ page }, use) => {
    await use(async (query = 'inside=lens&model=stories') => {
      await page.goto(`?${query}`);
      if (query.includes('model=stories')) await expect(page.locator('look-inside .ask .token')).toBeVisible();
    });
  },
});

/**
 * Reads data from the inspection, the object that holds the state and the results of “Look inside”.
 * @param read function of the state, the question, the answer, and the results by name; it runs in the page
 */
export async function inspection(page, read) {
  await page.locator('look-inside').waitFor({ state: 'attached' });
  const known = ({ state, question, answer, opening, results }) => ({ state, question, answer, opening, ...results });
  return page.evaluate(`(${read})((${known})(document.querySelector('look-inside').inspection))`);
}

export const statusOf = (page, name) =>
  page
    .locator('look-inside')
    .evaluate(({ inspection: { answer, results } }, each) => ({ answer, ...results })[each]?.status, name);

export const finished = (page, name) => expect.poll(() => statusOf(page, name), { timeout: 60_000 }).toBe('done');

/** The number that a displayed text stands for, which may have a sign and thousands separators. */
export const shownNumber = (text) => Number(text.replace('−', '-').replace(/[^-+\d.]/g, ''));

export const open = (page, name) => page.locator('look-inside .views').getByRole('button', { name }).click();

/** Clicks the stop button in the first frame in which it is visible, since the computation may soon be finished. */
export const stop = (page) =>
  page.evaluate(async () => {
    const { shadowRoot } = document.querySelector('look-inside');
    const button = () =>
      [...shadowRoot.querySelectorAll('button')].find(({ textContent }) => /^\s*Stop\s*$/.test(textContent));
    while (!button()) await new Promise((next) => requestAnimationFrame(next));
    button().click();
  });

export { VIEW_NAMES as VIEWS } from '../../../dist/inside/views.js';
