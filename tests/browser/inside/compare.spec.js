// Comparison of two models in “Look inside”: both models get the same question, and the maps show model A, model B and
// the difference B − A.
import { readFileSync } from 'node:fs';
import { accessibilityFindings, expect } from '../page.js';
import { finished, inspection, open, shownNumber, test } from './inside.js';

const compare = (page, name) =>
  page
    .locator('look-inside .compare summary')
    .click()
    .then(() => page.locator('look-inside .compare').getByRole('button', { name, exact: true }).click());
const figures = (page) => page.locator('look-inside .compared figure');

test('a model beside itself in another precision: knock-outs, heads and lens of both, and their difference', async ({
  page,
  inside,
  complaints,
}) => {
  void complaints;
  await inside('inside=knockOut&model=stories&kind=zero');
  await finished(page, 'knockOut');
  const before = await inspection(page, ({ knockOut }) => Array.from(knockOut.value.effects.heads.decoder.data));
  await compare(page, 'This model, 32 bits');
  await expect(figures(page)).toHaveCount(3, { timeout: 30_000 });
  await expect(figures(page).locator('figcaption')).toHaveText([
    'A: Storyteller, as in its file',
    'B: Storyteller, 32 bits',
    'B − A',
  ]);
  const statement = page.locator('look-inside .view .statement').last();
  await expect(statement).toContainText('The largest difference is at layer', { timeout: 30_000 });
  await expect(figures(page).nth(2).locator('.map .unknown')).toHaveCount(0, { timeout: 30_000 });
  // With model B open, the numbers of model A are still the same, and in the printed statement, B minus A is the
  // difference up to rounding.
  expect(await inspection(page, ({ knockOut }) => Array.from(knockOut.value.effects.heads.decoder.data))).toEqual(
    before,
  );
  const [, first, second, difference] = (await statement.textContent())
    .match(/by (\S+) without it in A and by (\S+) in B, B − A is (\S+)\./)
    .map(shownNumber);
  expect(Math.abs(second - first - difference)).toBeLessThan(0.0021);
  expect(difference).not.toBe(0);
  expect(before.some((each) => Math.abs(each - first) < 0.001)).toBe(true);
  // Selecting a head in the map of model B selects the same head in the map of model A.
  const map = figures(page).nth(1).locator('.map');
  await map.focus();
  const selected = page.locator('look-inside .detail h2');
  const name = await selected.textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(selected).not.toHaveText(name);
  await expect(page.locator('look-inside .compared .outline')).toHaveCount(3);
  expect(await accessibilityFindings(page)).toEqual([]);
  await open(page, 'Heads');
  await expect(statement).toContainText(/\d+ of 40 heads have a simple pattern in A, \d+ of 40 in B\./, {
    timeout: 60_000,
  });
  await expect(figures(page).nth(2).locator('image')).toHaveCount(40);
  await open(page, 'Lens');
  await expect(statement).toContainText(/A: From layer \d on, .* B: /);
  const printed = async (at) => shownNumber(await figures(page).nth(at).locator('.tick.current').first().textContent());
  expect(Math.abs((await printed(1)) - (await printed(0)) - (await printed(2)))).toBeLessThan(1.01);
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await expect(statement).toContainText('“time”');
  await expect(figures(page)).toHaveCount(3);
  // A view without a comparison shows model A alone. Closing model B restores the views of a single model.
  await open(page, 'What made it');
  await expect(figures(page)).toHaveCount(0);
  await open(page, 'Lens');
  await page.getByRole('region', { name: 'The open model, B' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('look-inside .lens')).toBeVisible();
});

test('a model that reads other tokens has no counterpart, and says so', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside=heads&model=stories&text=M');
  const fixture = (file) => readFileSync(new URL(`../../fixtures/models/gpt2/${file}`, import.meta.url));
  const tokenizer = {
    pre_tokenizer: { type: 'WhitespaceSplit' },
    model: { type: 'WordLevel', vocab: { M: 0, '[UNK]': 1 }, unk_token: '[UNK]' },
  };
  await page.locator('look-inside .compare summary').click();
  await page
    .locator('look-inside .compare input[type=file]')
    .first()
    .setInputFiles([
      { name: 'config.json', mimeType: '', buffer: fixture('config.json') },
      { name: 'model.safetensors', mimeType: '', buffer: fixture('model.safetensors') },
      { name: 'tokenizer.json', mimeType: '', buffer: Buffer.from(JSON.stringify(tokenizer)) },
    ]);
  await expect(page.locator('look-inside .view .statement')).toHaveText(
    /The two models read this text, .* as different tokens/,
  );
  await expect(figures(page)).toHaveCount(1);
  // Files that are not a model are rejected, and model A stays open.
  await page.getByRole('region', { name: 'The open model, B' }).getByRole('button', { name: 'Close' }).click();
  await page.locator('look-inside .compare summary').click();
  await page
    .locator('look-inside .compare input[type=file]')
    .first()
    .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') }]);
  await expect(page.locator('look-inside .message')).toContainText('B: This is an image.');
  await page.locator('look-inside .message').getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('look-inside .message')).toHaveCount(0);
  await expect(page.locator('look-inside .map').first()).toBeVisible();
});
