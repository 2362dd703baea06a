// Exports of a model from the user's files name that model, and claim nothing that only holds for the page's own
// models.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, setState, test } from '../page.js';

const read = (name) => readFileSync(new URL(`../../../models/stories/${name}`, import.meta.url));
const NAME = 'tiny.safetensors';
const FILES = [
  { name: NAME, mimeType: 'application/octet-stream', buffer: read('model.safetensors') },
  ...['config.json', 'tokenizer.json'].map((name) => ({ name, mimeType: 'application/json', buffer: read(name) })),
];
const SHA256 = createHash('sha256').update(FILES[0].buffer).digest('hex');
const MODEL = { family: 'llama', weights: [{ name: NAME, sha256: SHA256 }], precision: 'float32' };
const COUNTING =
  'Layers, heads and tokens count from 0: layer 0, head 0 is “layer 1, head 1” on the screen and in captions.';

async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

const headerOf = (file) => JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE(0)))).__metadata__;

test.beforeEach(async ({ page, open }) => {
  await open('lang=en&controls=all&view=matrix&text=Once upon a time');
  await page.locator('#own-model input').setInputFiles(FILES);
  await expect(page.locator('#own-model')).toContainText(`${NAME}: 5 layers of 8 heads.`);
  await page.getByText('Export', { exact: true }).click();
});

test('every file names the model of its numbers', async ({ page }) => {
  const json = JSON.parse(await saved(page, 'JSON'));
  expect(json.model).toEqual(MODEL);
  expect(json.captions[0]).toBe(`Model: ${NAME}, llama`);
  expect(json.about).toContain(COUNTING);
  const metadata = headerOf(await saved(page, 'safetensors'));
  expect(JSON.parse(metadata.model)).toEqual(MODEL);
  expect(metadata.about).toBe(COUNTING);
  const [corner] = (await saved(page, 'CSV')).toString().split('\r\n');
  expect(corner.replaceAll('""', '"')).toContain(`model=${JSON.stringify(MODEL)}`);
  const html = (await saved(page, 'HTML page')).toString();
  expect(html).toContain(`<p>Model: ${NAME}, llama</p>`);
  expect(html).toContain(`<p>SHA-256 of ${NAME}: ${SHA256}</p>`);
  expect(html).toContain('<p>Weights kept in memory: float32</p>');
  expect(html).toContain('Layers and heads count from 1.');
  expect((await saved(page, 'SVG')).toString()).toContain(`Once upon a time (Model: ${NAME}, llama)`);
  for (const text of [JSON.stringify(json), JSON.stringify(metadata), corner, html.replace('default-src', '')])
    expect(text).not.toMatch(/default/);
  await page.getByLabel('Numbers of').selectOption('all heads');
  expect(JSON.parse(await saved(page, 'JSON')).model).toEqual(MODEL);
  const rows = (await saved(page, 'CSV')).toString().split('\r\n');
  expect(rows[0]).toMatch(/,model$/);
  expect(rows[1]).toMatch(new RegExp(`,${NAME}$`));
  await setState(page, { view: 'heads' });
  expect((await saved(page, 'SVG')).toString()).toContain(`>Model: ${NAME}, llama<`);
});

test('unknown facts about a model are left out', async ({ page }) => {
  await page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    const model = element.pretrained;
    element.pretrained = {
      trained: model.trained,
      embedDim: model.embedDim,
      numHeads: model.numHeads,
      layers: model.layers,
      heads: [],
      description: model.description,
      contextLength: model.contextLength,
      activations: model.activations,
      parameters: model.parameters,
      parameter: (name) => model.parameter(name),
      tokenize: (text) => model.tokenize(text),
      run: (text, options) => model.run(text, options),
      weights: [{ name: null, file: null }],
    };
    await element.updateComplete;
  });
  const json = JSON.parse(await saved(page, 'JSON'));
  expect(json.model).toEqual({});
  expect(json.captions[0]).not.toContain('Model');
});

test('links and embed code, which cannot contain it, are not offered, and the menu says why', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'PNG' })).toBeVisible();
  const why = page.getByText('There is no link and no code to embed');
  await expect(why).toContainText('a model that was opened from files');
  for (const name of ['Copy link', 'Copy embed code', 'Copy iframe'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'GIF' })).toBeVisible();
  await page.evaluate(() => {
    document.querySelector('attention-spotlight').data = { tokens: ['a'], attention: [[[[1]]]] };
  });
  await expect(why).toContainText('attention that was computed elsewhere');
  await page.evaluate(() => (document.querySelector('attention-spotlight').data = null));
  await page.getByRole('button', { name: 'Back to the model of this page' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(why).toHaveCount(0);
});

test('its card is not that of the page’s model', async ({ page }) => {
  await page.getByRole('button', { name: 'Model card' }).first().click();
  const card = page.getByRole('dialog', { name: 'The model and its heads' });
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('It was trained for Spotlight');
  await expect(card).not.toContainText('Limitations');
});
