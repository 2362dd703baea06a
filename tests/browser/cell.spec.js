import { cellPoint, expect, setState, stateOf, test } from './page.js';

const arithmetic = (page) => page.locator('[data-arithmetic]');

test('the arithmetic of the cell under the pointer adds up', async ({ page, open }) => {
  // A model whose heads have 8 dimensions, the largest number for which a cell card writes out a score as products.
  await open('stage=score&progress=1&model=untrained');
  const { x, y } = await cellPoint(page, 'attention', 7, 1);
  await page.mouse.move(x, y);
  await expect(page.getByRole('heading', { name: 'it cat' })).toBeVisible();
  const shown = await arithmetic(page).textContent();
  const [, terms, result] = shown.replaceAll('−', '-').split(' = ');
  const sum = terms
    .split(' + ')
    .map((term) => term.split('×').reduce((product, factor) => product * Number(factor.replace(/[()]/g, '')), 1))
    .reduce((a, b) => a + b, 0);
  expect(Math.abs(sum - Number(result))).toBeLessThan(0.1);
});

test('all terms of a sum are shown on request, by keyboard too', async ({ page, open }) => {
  await open('stage=project&progress=1&cell=query:7:3');
  await expect(arithmetic(page)).toHaveText(/^q\(it\)\[3\] = .*\(sum of 90 more\)/);
  const button = page.getByRole('button', { name: 'Show all terms' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(arithmetic(page)).not.toHaveText(/more/);
  expect((await arithmetic(page).textContent()).split('×')).toHaveLength(1 + 96);
  const less = page.getByRole('button', { name: 'Show the largest terms only' });
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await expect(less).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(arithmetic(page)).toHaveText(/\(sum of 90 more\)/);
});

test('every matrix on the canvas has its arithmetic, in both languages', async ({ page, open }) => {
  for (const lang of ['en', 'zh']) {
    await open(`lang=${lang}&stage=output&progress=1&text=The cat sat on the mat because it was tired`);
    for (const matrix of ['embedding', 'query', 'key', 'value', 'attention', 'output', 'concat', 'projected']) {
      await setState(page, { cell: { matrix, row: 1, column: 1 } });
      await expect(arithmetic(page).first()).toHaveText(/[×÷].* = −?[\d.]+$/);
      const more = lang === 'en' ? /\(sum of \d+ more\)/ : /（其余 \d+ 项之和）/;
      if (!['embedding', 'attention'].includes(matrix)) await expect(arithmetic(page).first()).toHaveText(more);
    }
  }
});

test('a click pins the cell, another click or Escape unpins it', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  const { x, y } = await cellPoint(page, 'attention', 2, 3);
  await page.mouse.click(x, y);
  expect((await stateOf(page)).cell).toEqual({ matrix: 'attention', row: 2, column: 3 });
  await page.mouse.move(5, 5);
  await expect(page.getByRole('heading', { name: 'sat on' })).toBeVisible();
  await page.mouse.click(x, y);
  expect((await stateOf(page)).cell).toBeNull();
  await page.mouse.click(x, y);
  await page.locator('canvas').press('Escape');
  expect((await stateOf(page)).cell).toBeNull();
});

test('arrow keys move the cell and stop at the edges', async ({ page, open }) => {
  await open('stage=softmax&progress=1&cell=attention:0:0');
  const canvas = page.locator('canvas');
  await canvas.press('ArrowRight');
  await canvas.press('ArrowDown');
  await canvas.press('ArrowDown');
  expect((await stateOf(page)).cell).toEqual({ matrix: 'attention', row: 2, column: 1 });
  for (let press = 0; press < 12; press++) await canvas.press('ArrowLeft');
  expect((await stateOf(page)).cell).toEqual({ matrix: 'attention', row: 2, column: 0 });
});

test('space plays and pauses', async ({ page, open }) => {
  await open();
  await page.locator('canvas').press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.locator('canvas').press(' ');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a pinned cell outside the sentence is ignored', async ({ page, open }) => {
  await open('stage=embed&progress=1&cell=attention:50:50');
  await expect(page.getByRole('heading', { name: '2. Vectors' })).toBeVisible();
  await expect(page.locator('[data-arithmetic]')).toHaveCount(0);
});
