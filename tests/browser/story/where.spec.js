// The strip “You are here”, which shows where in a layer the current stage is computed, and the matrices that it opens.
import { accessibilityFindings, cellCard, expect, FULL, sceneOf, stateOf, test, where } from '../page.js';

const here = (page) => where(page).locator('[aria-current=step]');

test('it follows the stage, in both step views and in no other', async ({ page, open }) => {
  await open('view=ledger&stage=embed&lang=en');
  for (const [stage, progress, place] of [
    ['embed', 1, 'vectors X'],
    ['project', 0.5, 'queries, keys, values Q, K, V'],
    ['softmax', 1, 'heads'],
    ['output', 0.5, 'output projection WO'],
    ['output', 1, 'new vectors Y'],
  ]) {
    await page.evaluate((moment) => (document.querySelector('attention-spotlight').moment = moment), {
      stage,
      progress,
    });
    await expect(here(page)).toHaveText(place);
  }
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'steps'));
  await expect(here(page)).toHaveText('new vectors Y');
  for (const view of ['sentence', 'matrix', 'heads', 'numbers']) {
    await page.evaluate((name) => (document.querySelector('attention-spotlight').view = name), view);
    await expect(where(page)).toHaveCount(0);
  }
});

test('it explains each symbol; without space for that, only the symbols are visible', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open('view=ledger&stage=tokens&lang=zh');
  await expect(where(page).getByRole('listitem')).toHaveText([
    '向量 X',
    '查询、键、值 Q, K, V',
    '各个头',
    '输出投影 WO',
    '新的向量 Y',
  ]);
  const room = async () => (await where(page).getByText('向量', { exact: true }).boundingBox()).width;
  expect(await room()).toBeGreaterThan(20);
  for (const width of [1280, 1000, 360]) {
    await page.setViewportSize({ width, height: 720 });
    const hidden = await where(page).evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(hidden, String(width)).toBeLessThanOrEqual(0);
  }
  expect(await room()).toBeLessThanOrEqual(1);
});

for (const [width, height] of [
  [1280, 720],
  [360, 800],
]) {
  const title = `by keyboard it opens the matrices, whose numbers are legible, at ${width} px`;
  test(title, width < 1280 ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open('view=ledger&stage=project&lang=en&head=antecedent');
    const button = page.getByRole('button', { name: 'Show the matrices' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Back to the stage', expanded: true })).toBeFocused();
    expect((await stateOf(page)).matrices).toBe(true);
    const { regions } = await sceneOf(page);
    expect(regions.map(({ matrix }) => matrix)).toEqual(expect.arrayContaining(['queryWeight', 'outputWeight']));
    await expect(page.locator('canvas')).toHaveAccessibleName(/W_Q, W_K, W_V, W_O/);
    await page.evaluate(() => {
      document.querySelector('attention-spotlight').cell = { matrix: 'queryWeight', row: 2, column: 3 };
    });
    await expect(cellCard(page)).toContainText('W_Q[2, 3] = ');
    await expect(cellCard(page)).toContainText('A learned number');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to the stage' }).click();
    expect((await stateOf(page)).matrices).toBe(false);
  });
}

test('a URL opens the matrices', async ({ page, open }) => {
  await open('view=steps&matrices=on');
  expect((await sceneOf(page)).regions.map(({ matrix }) => matrix)).toContain('valueWeight');
});
