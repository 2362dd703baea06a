// External attention: the values that element.data accepts, how they are displayed and exported, and the values that it
// rejects.
import { readFile } from 'node:fs/promises';
import { expect, numberRows, numbers, sceneOf, test } from './page.js';
import { about } from '../about.mjs';

const give = (page, data) =>
  page.evaluate(async (given) => {
    const element = document.querySelector('attention-spotlight');
    const failed = new Promise((resolve) => {
      element.addEventListener('error', ({ detail }) => resolve(detail.error.message), { once: true });
    });
    element.data = given;
    await element.updateComplete;
    return Promise.race([failed, new Promise((resolve) => setTimeout(() => resolve(null)))]);
  }, data);
const rows = [
  [0.7, 0.2, 0.1],
  [0.1, 0.8, 0.1],
  [0.25, 0.25, 0.5],
];
const turned = [rows[2], rows[0], rows[1]];
const data = { tokens: ['un', 'deux', 'trois'], attention: [[rows, turned]] };

test('external attention is shown in every view, and labeled', async ({ page, open }) => {
  await open();
  expect(await give(page, data)).toBeNull();
  await expect(page.getByText('computed elsewhere')).toBeVisible();
  await page.evaluate(() => (document.querySelector('attention-spotlight').query = 2));
  await expect(page.getByText('“trois” attends most to “trois” (50%)').first()).toBeVisible();
  await page.getByRole('radio', { name: 'layer 1, head 2' }).check({ force: true });
  await expect(page.getByText('“trois” attends most to “deux” (80%)').first()).toBeVisible();
  for (const view of ['sentence', 'ledger', 'matrix', 'heads']) {
    await page.evaluate((name) => (document.querySelector('attention-spotlight').view = name), view);
    expect(await sceneOf(page)).not.toBeNull();
  }
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'numbers'));
  const cells = numberRows(page).getByRole('cell');
  await expect(cells).toHaveCount(9);
  expect((await cells.allTextContents()).map(Number)).toEqual(turned.flat());
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveCount(0);
  expect(await give(page, null)).toBeNull();
  await expect(page.getByLabel('Sentence', { exact: true })).toBeVisible();
});

test('external cross-attention is shown completely at every stage: its generation is unknown', async ({
  page,
  open,
}) => {
  await open('stage=tokens&progress=0.1&query=1');
  await give(page, { tokens: ['a', 'b'], keyTokens: ['x', 'y', 'z'], attention: [[rows.slice(0, 2)]] });
  await expect(page.getByText('“b” attends most to “y” (80%)').first()).toBeVisible();
});

test('external cross-attention labels rows with queries and columns with keys', async ({ page, open }) => {
  await open('view=numbers');
  await give(page, { tokens: ['a', 'b'], keyTokens: ['x', 'y', 'z'], attention: [[rows.slice(0, 2)]] });
  await expect(numbers(page).getByRole('columnheader')).toHaveText(['x', 'y', 'z']);
  await expect(numbers(page).getByRole('rowheader')).toContainText(['a', 'b']);
});

const SHAPES = [
  [['1', 2, 3, 3], about('data.attention.shape[0]', '1')],
  [[0.5, 4, 3, 3], about('data.attention.shape[0]', 0.5)],
  [[0, 2, 3, 3], about('data.attention.shape[0]', 0)],
  [[1, 1, 3, 3], about('data.attention.data', 18)],
  [[2, 3, 3], about('data.attention.shape')],
];

test('rows that sum to 1 within half-precision rounding are accepted, and fully masked rows', async ({
  page,
  open,
}) => {
  await open();
  const given = [[1.004, 0, 0], [0, 0, 0], [0.333, 0.331, 0.33]]; // prettier-ignore
  expect(await give(page, { tokens: data.tokens, attention: [[given]] })).toBeNull();
  const largest = await page.evaluate(() => document.querySelector('attention-spotlight').shadowRoot.textContent);
  expect(largest).not.toMatch(/100\.4%|101%/);
});

test('the shape of a tensor is checked', async ({ page, open }) => {
  await open();
  for (const [shape, message] of SHAPES) {
    const error = await page.evaluate(
      async ([sizes, numbers]) => {
        const element = document.querySelector('attention-spotlight');
        const failed = new Promise((resolve) => element.addEventListener('error', resolve, { once: true }));
        element.data = { tokens: ['a', 'b', 'c'], attention: { data: Float32Array.from(numbers), shape: sizes } };
        const { detail } = await failed;
        return detail.error.message;
      },
      [shape, [...rows, ...turned].flat()],
    );
    expect(error).toMatch(message);
  }
});

test('external attention has no steps: not as data, not on the screen and not in exports', async ({ page, open }) => {
  await open('stage=score&progress=1');
  expect(await give(page, data)).toBeNull();
  expect(await page.evaluate(() => document.querySelector('attention-spotlight').trace)).toBeNull();
  await page.evaluate(
    () => (document.querySelector('attention-spotlight').cell = { matrix: 'query', row: 0, column: 0 }),
  );
  await expect(page.locator('[data-arithmetic]')).toHaveText(/^0\.\d{4}$/);
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'heads'));
  await expect(page.getByText(/Q, K and V/)).toHaveCount(0);
  await page.getByText('Export', { exact: true }).click();
  for (const name of ['Copy link', 'Copy embed code', 'Video']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  const saved = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  const json = JSON.parse(await saved('JSON'));
  expect(Object.keys(json).sort()).toEqual(
    ['about', 'layer', 'head', 'captions', 'queryTokens', 'keyTokens', 'weights'].sort(),
  );
  for (const [row, expected] of json.weights.entries()) {
    expected.forEach((weight, column) => expect(weight).toBeCloseTo(rows[row][column], 6));
  }
  for (const content of [JSON.stringify(json), await saved('HTML page'), await saved('SVG'), await saved('CSV')]) {
    expect(content).not.toMatch(/The cat sat|tired|Encoder/);
    expect(content).toContain('trois');
  }
});

const WRONG = [
  [{ tokens: ['a'], attention: [[rows]] }, /data.attention.shape\[2\]: expected 1/],
  [{ tokens: data.tokens, attention: [[[rows[0], [1], rows[1]]]] }, /data.attention\[0\]\[0\]\[1\].length: expected 3/],
  [{ tokens: data.tokens, attention: [[[rows[0], rows[1], [0, 'x', 1]]]] }, /\[2\]\[1\]: expected a number, got/],
  [{ tokens: 'abc', attention: [[rows]] }, /data.tokens: expected an array of texts/],
  [{ tokens: data.tokens, weights: [] }, /'weights'/],
  [{ tokens: data.tokens }, about('data.attention')],
  [{ tokens: data.tokens, attention: [] }, /data\.attention\.length: expected at least 1 \(layers\), got 0/],
  [{ tokens: data.tokens, attention: [[]] }, /data\.attention\[0\]\.length: expected at least 1 \(heads\), got 0/],
  [
    { tokens: data.tokens, attention: [[[rows[0], rows[1], [0, NaN, 1]]]] },
    /data\.attention\[0, 0, 2, 1\]: expected a weight from 0 to 1, got NaN/,
  ],
  [
    { tokens: data.tokens, attention: [[[rows[0], rows[1], [Infinity, 0, 1]]]] },
    /data\.attention\[0, 0, 2, 0\]: expected a weight from 0 to 1, got Infinity/,
  ],
  [{ tokens: data.tokens, attention: [[[rows[0], rows[1], [0, -0.5, 1]]]] }, /got -0\.5/],
  [
    { tokens: data.tokens, attention: [[[rows[0], rows[1], [0.1, 0.5, 0.5]]]] },
    /^data\.attention\[0, 0, 2\]: expected a row of weights that sums to 1, got 1\.1$/,
  ],
  [
    { tokens: data.tokens, attention: [[[rows[0], rows[1], [0, 0.5, 0]]]] },
    /^data\.attention\[0, 0, 2\]: expected a row of weights that sums to 1, got 0\.5$/,
  ],
  [{ tokens: ['a', 7, 'c'], attention: [[rows]] }, /data\.tokens\[1\]: expected a text, got 7/],
  [0, about('data', 0)],
  ['text', about('data', 'text')],
];

test('an error names the problem', async ({ page, open }) => {
  await open();
  for (const [wrong, message] of WRONG) {
    expect(await give(page, data)).toBeNull();
    await expect(page.getByText('computed elsewhere')).toBeVisible();
    expect(await give(page, wrong)).toMatch(message);
    expect(await page.evaluate(() => document.querySelector('attention-spotlight').scene)).toBeNull();
    await expect(page.getByText(/Something went wrong: data/)).toBeVisible();
    await expect(page.getByText(/attends most to/)).toHaveCount(0);
    await expect(page.locator('aside')).toHaveCount(0);
  }
  expect(await give(page, data)).toBeNull();
  await expect(page.getByText('computed elsewhere')).toBeVisible();
});
