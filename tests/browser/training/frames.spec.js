// Tasks of the page's main thread, which block frames, stay short during training. They are measured in CPU time, so
// that other programs on the machine do not matter.
import { expect, FULL, test } from '../page.js';
import { tasksWhile } from './tasks.js';

const MAX_FRAME = 50; // maximum duration of a task in milliseconds

// The second setup has 32 heads, whose attention is drawn, and no positions, so that the task is not learned and
// training continues for all 400 steps.
for (const [query, steps] of [
  ['', 60],
  ['?task=reverse&layers=4&numHeads=8&positions=none', 400],
]) {
  test(`no frame over ${MAX_FRAME} ms while training (${query})`, FULL, async ({ page, complaints }) => {
    void complaints;
    test.setTimeout(120_000);
    await page.goto(`training.html${query}`);
    await expect(page.locator('.status b').first()).toHaveText('0', { timeout: 30_000 });
    const tasks = await tasksWhile(page, async () => {
      await page.getByRole('button', { name: 'Play' }).click();
      await page.waitForFunction((until) => document.querySelector('attention-training').run.step >= until, steps, {
        timeout: 90_000,
        polling: 250,
      });
    });
    expect(tasks.length).toBeGreaterThan(50);
    expect(Math.max(...tasks)).toBeLessThan(MAX_FRAME);
  });
}
