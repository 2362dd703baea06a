// “Look inside”, opened for a test, and what it knows.
import { expect, test as base } from '../page.js';

export const test = base.extend({
  /** Opens the section, by default with the storyteller, and waits for the question's answer. */
  inside: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (query = 'inside=lens&model=stories') => {
      await page.goto(`?${query}`);
      if (query.includes('model=stories')) await expect(page.locator('look-inside .ask .token')).toBeVisible();
    });
  },
});

export const inspection = (page, read) => page.evaluate(`(${read})(document.querySelector('look-inside').inspection)`);
export const status = (page, name) =>
  page.evaluate((each) => document.querySelector('look-inside').inspection[each].status, name);
export const finished = (page, name) => expect.poll(() => status(page, name), { timeout: 60_000 }).toBe('done');
export const open = (page, name) => page.locator('look-inside .views').getByRole('button', { name }).click();

/** Views, and the task that each waits for. */
export const VIEWS = [
  ['lens', 'lens'],
  ['made', 'attribution'],
  ['effects', 'effects'],
  ['heads', 'roles'],
  ['score', 'score'],
  ['pair', 'patches'],
  ['contribution', 'contribution'],
];
