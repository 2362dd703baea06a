// The view “All heads”: comparison and order of heads.
import { accessibilityFindings, expect, FULL, sceneOf, stateOf, test } from '../page.js';

test('by keyboard a head is pinned and compared with another, and a link opens the same', async ({ page, open }) => {
  await open('view=heads&lang=en&attention=encoder&layer=0&head=3');
  const pin = page.getByRole('button', { name: 'Compare this head' });
  await pin.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Select another head, or change something')).toBeVisible();
  await page.getByRole('radio', { name: 'layer 4, head 1: pronouns' }).check({ force: true });
  await expect(page.getByText('Above the grid: 1.4 and 4.1, and their difference.')).toBeVisible();
  expect((await sceneOf(page)).marks.some(({ text }) => text === '4.1 − 1.4')).toBe(true);
  expect((await stateOf(page)).pin).toEqual({ attention: 'encoder', layer: 0, head: 3 });
  await expect.poll(() => page.url()).toContain('pin=encoder.0.3');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.getByText('Above the grid: 1.4 and 4.1')).toBeVisible();
  await page.getByRole('button', { name: 'End the comparison' }).click();
  expect((await stateOf(page)).pin).toBeNull();
});

test('heads are sorted by a measure, with an explanation', async ({ page, open }) => {
  await open('view=heads&lang=en');
  await page.getByLabel('Order').selectOption('On the previous token');
  expect((await stateOf(page)).sort).toBe('previous');
  await expect(page.getByText('The share of the weights on the previous token')).toBeVisible();
  const titles = (await sceneOf(page)).marks
    .filter(({ kind, bold }) => kind === 'text' && bold)
    .map(({ text }) => text);
  expect(titles[0]).toBe('1.4');
});

test.describe('the menu of many heads', () => {
  for (const [width, height, theme] of [
    [1280, 720, 'dark'],
    [1920, 800, 'light'],
    [390, 844, 'dark'],
  ])
    test(
      `opens at the selected head, and scrolls to all others (${width} × ${height}, ${theme})`,
      width === 390 ? {} : FULL,
      async ({ page, open }) => {
        await page.setViewportSize({ width, height });
        await open(`lang=en&model=stories&layer=3&head=5&view=matrix&theme=${theme}`);
        const drawer = page.locator('.bar .drawer');
        if (await drawer.isVisible()) await drawer.click();
        await page.locator('.head-menu summary').click();
        const heads = page.locator('.head-menu .heads');
        const isWithin = async (name) => {
          const room = await heads.boundingBox();
          const box = await page.getByRole('radio', { name }).locator('xpath=..').boundingBox();
          return box.y >= room.y - 1 && box.y + box.height <= room.y + room.height + 1;
        };
        await expect.poll(() => isWithin(/^layer 4, head 6/)).toBe(true);
        expect(await heads.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
        for (const [turn, name] of [
          [-2000, /^layer 1, head 1/],
          [2000, /^layer 5, head 8/],
        ])
          await expect(async () => {
            await heads.hover();
            await page.mouse.wheel(0, turn);
            expect(await isWithin(name)).toBe(true);
          }).toPass();
        expect(await accessibilityFindings(page)).toEqual([]);
      },
    );
});
