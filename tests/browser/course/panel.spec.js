// The course panel and the element beside it have the same height, and do not move while the page loads or when a task
// is done.
import { expect, FULL, sceneOf, test } from '../page.js';

const course = (page) => page.locator('attention-course');

async function visit(page, address) {
  await page.goto(address);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(course(page).locator('h2')).toBeVisible();
}

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
]) {
  const title = `panel and picture are equally high, and fill the screen (${width} × ${height})`;
  test(title, width === 1280 ? {} : FULL, async ({ page, complaints }) => {
    void complaints;
    await page.setViewportSize({ width, height });
    for (const [place, beside] of [
      ['short.2', 'attention-spotlight'], // the sentence is below a field
      ['short.3', 'attention-course .figure'],
      ['short.4', 'attention-spotlight'], // the player is part of the step “short.4”
      ['short.8', 'attention-spotlight'],
      ['short.11', 'attention-spotlight'], // the step “short.11” is shorter than the screen
    ]) {
      await visit(page, `?lang=en&chapter=${place}`);
      const bottomOf = async (selector) => {
        const box = await page.locator(selector).boundingBox();
        return box.y + box.height;
      };
      const panel = await bottomOf('attention-course section');
      expect(panel, place).toBeCloseTo(height - 28, -0.5);
      await expect.poll(async () => Math.abs((await bottomOf(beside)) - panel), place).toBeLessThan(2.5);
    }
  });
}

test('the matrix stays in its place when the line above it gets shorter', async ({ page, complaints }) => {
  void complaints;
  await page.setViewportSize({ width: 1280, height: 720 });
  await visit(page, '?lang=en&chapter=short.8');
  const top = async () => {
    const { regions } = await sceneOf(page);
    const { y } = await page.locator('canvas').boundingBox();
    return y + regions.find(({ matrix }) => matrix === 'attention').y;
  };
  const before = await top();
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(course(page).locator('.task')).toContainText('What you saw:');
  expect(await top()).toBeCloseTo(before, 0);
});

test('the tick of the right answer stands in place of its button', async ({ page, complaints }) => {
  void complaints;
  await page.setViewportSize({ width: 1280, height: 720 });
  await visit(page, '?lang=en&chapter=short.1');
  await course(page).getByText('more', { exact: true }).click();
  await page.evaluate(() => (document.querySelector('attention-spotlight').query = 1)); // does the task of the step
  const right = course(page).locator('label.right');
  await expect(right).toContainText('less');
  const [tick, button] = await Promise.all([
    right.locator('.mark').boundingBox(),
    right.getByRole('radio').boundingBox(),
  ]);
  expect(tick.x + tick.width / 2).toBeCloseTo(button.x + button.width / 2, -0.3);
  await expect(right.getByRole('radio')).toHaveCSS('opacity', '0');
  await expect(course(page).getByRole('radio', { checked: true })).toHaveCSS('opacity', '1');
});
