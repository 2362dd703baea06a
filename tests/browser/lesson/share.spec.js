// The share menu: a link and its QR code, which change with the state, and images in the format of a slide.
import { generate } from 'lean-qr';
import { expect, setState, test } from '../page.js';

/** Displayed QR code: its dark modules, as 'x y', and its size in modules. */
const shownCode = (page) =>
  page.locator('#share-menu .qr').evaluate((svg) => ({
    size: Number(svg.getAttribute('viewBox').split(' ')[2]) - 8,
    dark: Array.from(
      svg
        .querySelector('path')
        .getAttribute('d')
        .matchAll(/M(\d+) (\d+)h/g),
      ([, x, y]) => `${x} ${y}`,
    ),
  }));

test('the QR code is that of the link', async ({ page, open }) => {
  await open('lang=en&view=sentence&controls=text');
  await setState(page, { text: '猫 likes mats' });
  await expect(page).toHaveURL(/mats/);
  await page.locator('#share').click();
  const link = await page.getByLabel('Link to what is shown').inputValue();
  expect(link).toBe(page.url());
  const code = generate(link);
  await expect(page.locator('#share-menu')).toBeVisible();
  const { size, dark } = await shownCode(page);
  expect(size).toBe(code.size);
  const all = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)]);
  expect(dark).toEqual(all.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `${x} ${y}`));
});

test('a figure of 16:9 is saved', async ({ page, open }) => {
  await open('lang=zh&view=matrix');
  await page.locator('#share').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '16:9' }).click();
  expect((await saved).suggestedFilename()).toBe('spotlight-16x9.png');
});

test('the menu has a button that closes it', async ({ page, open }) => {
  await open('lang=en&view=sentence');
  await page.locator('#share').click();
  await page.locator('#share-menu').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.locator('#share-menu')).toBeHidden();
});

test('“Look inside” shares the link of its question; its pictures are beside each view', async ({
  page,
  complaints,
}) => {
  void complaints;
  await page.goto('?inside=lens&model=stories&lang=en');
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
  await page.locator('#share').click();
  const menu = page.locator('#share-menu');
  await expect(menu.getByRole('textbox')).toHaveValue(page.url());
  await expect(menu.locator('.qr')).toBeVisible();
  await expect(menu.getByRole('button', { name: /PNG|16:9/ })).toHaveCount(0);
});
