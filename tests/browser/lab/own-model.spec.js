import { readFileSync } from 'node:fs';
import { FAMILY_TITLES } from '../../../dist/engine/pretrained/families/index.js';
import { openLarge } from './large-gpt2.js';
import { expect, sceneOf, setState, stateOf, test } from '../page.js';

const stories = (name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../../../models/stories/${name}`, import.meta.url)),
});
const STORIES = ['model.safetensors', 'config.json', 'tokenizer.json'].map(stories);
const own = (page) => page.locator('#own-model');
/** Number of layers of the current model, by type of attention. */
const layersOf = (page) => page.evaluate(() => document.querySelector('attention-spotlight').run.layers);
const STORYTELLER = { encoder: 0, decoder: 5, cross: 0 };
const choose = (page, files) => own(page).locator('input').setInputFiles(files);

test('Hugging Face files are opened, shown, and closed again', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  const head = { attention: 'decoder', layer: 0, head: 1 };
  await setState(page, { query: 2, ablate: [head] });
  const before = await layersOf(page);
  await choose(page, STORIES);
  await expect(own(page)).toContainText('model.safetensors: 5 layers of 8 heads.');
  await expect.poll(() => layersOf(page)).toEqual(STORYTELLER);
  // The selected query and the ablations are reset, since they belonged to the previous model.
  expect(await stateOf(page)).toMatchObject({ query: -1, ablate: [] });
  await choose(page, STORIES.slice(0, 2)); // if files fail to open, the model stays open, and so does the way back
  await expect(own(page)).toContainText('Choose one .gguf file, or at once');
  expect(await layersOf(page)).toEqual(STORYTELLER);
  await own(page).getByRole('button', { name: 'Back to the model of this page' }).click();
  await expect.poll(() => layersOf(page)).toEqual(before);
  await expect(own(page)).toContainText('One .gguf file');
});

test('the list of families matches the registry', async ({ page, open }) => {
  await open('lang=en&controls=all');
  const named = (await own(page).getByRole('status').textContent()).split(/[^\w-]+/);
  for (const title of Object.values(FAMILY_TITLES).filter((each) => each !== null)) expect(named).toContain(title);
  expect(named.filter((each) => each === 'Qwen')).toHaveLength(1);
  await setState(page, { lang: 'zh' });
  await expect(own(page)).toContainText('ALBERT、');
  await expect(own(page)).toContainText(' 和 T5；ViT 则选');
});

test('failures to open are reported, and the current model stays', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  const before = await layersOf(page);
  const faults = [
    [[{ ...STORIES[0], name: 'model.onnx' }], 'An ONNX file has neither the names of the weights nor the attention'],
    [[{ ...STORIES[0], name: 'pytorch_model.bin' }], 'can hold programs, and is not opened'],
    [STORIES.slice(0, 2), 'Choose one .gguf file, or at once'],
    [[{ ...STORIES[0], name: 'a.gguf' }], 'config: expected config.json, since the weights are no GGUF file'],
    [
      [STORIES[0], STORIES[2], { ...STORIES[1], buffer: Buffer.from('{"model_type":"mamba"}') }],
      'config.model_type: expected one of',
    ],
  ];
  for (const [files, message] of faults) {
    await choose(page, files);
    await expect(own(page)).toContainText(message);
  }
  expect(await layersOf(page)).toEqual(before);
});

const tiny = (name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../../fixtures/models/vit/${name}`, import.meta.url)),
});
const VIT = ['model.safetensors', 'config.json', 'preprocessor_config.json'].map(tiny);
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const PHOTO = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') };

test('a vision model shows the attention of a token on the image', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  await choose(page, [PHOTO]);
  await expect(own(page)).toContainText('Choose a ViT first');
  await choose(page, VIT);
  const said = own(page).getByRole('status');
  const classes =
    /^model\.safetensors: 2 layers of 2 heads\. It takes the image for: (LABEL_\d \d+%(, )?){3}\. Open an image/;
  await expect(said).toHaveText(classes);
  const before = await said.textContent();
  const heads = [0, 1].map((head) => ({ attention: 'encoder', layer: 1, head }));
  await setState(page, { ablate: heads });
  await expect(said).not.toHaveText(before);
  await expect(said).toHaveText(classes);
  await setState(page, { ablate: [] });
  await expect(said).toHaveText(before);
  const shown = () =>
    page.evaluate(() => {
      const { layers, tokens } = document.querySelector('attention-spotlight').scene;
      const cells = layers.flatMap(({ marks }) => marks).filter(({ kind }) => kind === 'cells');
      return { sizes: cells.slice(0, 2).map(({ rows, columns }) => [rows, columns]), tokens: tokens.length };
    });
  await expect.poll(shown).toEqual({
    sizes: [
      [8, 12],
      [2, 3],
    ],
    tokens: 7,
  });
  expect(await stateOf(page)).toMatchObject({ text: 'A drawing of a house', view: 'sentence', query: 0 });

  const { x, y, width, height } = (await sceneOf(page)).tokens[5];
  const canvas = page.locator('attention-spotlight canvas').first();
  await canvas.click({ position: { x: x + width / 2, y: y + height / 2 } });
  expect(await stateOf(page)).toMatchObject({ query: 5 });

  await choose(page, [{ ...PHOTO, buffer: Buffer.from('no image') }]);
  await expect(own(page)).toContainText('This image cannot be read.');
  await choose(page, [PHOTO]);
  await expect.poll(async () => (await stateOf(page)).text).toBe('dot.png');
  await own(page).getByRole('button', { name: 'Back to the model of this page' }).click();
  await expect.poll(async () => (await stateOf(page)).text).toBe('The cat sat');
});

test('another section shows its own model again', async ({ page, open }) => {
  await open('lang=zh&controls=all');
  await choose(page, STORIES);
  await expect(own(page)).toContainText('5 层，每层 8 个头');
  await page.getByRole('button', { name: '句子', exact: true }).click();
  await expect(own(page)).toBeHidden();
  await expect.poll(() => layersOf(page)).not.toEqual(STORYTELLER);
});

const openLargeGpt2 = async (page, sizes) => {
  await expect(own(page)).toBeVisible();
  await openLarge(page, sizes, STORIES[2].buffer.toString());
};
const SMALL = { embedDim: 256, heads: 8, layers: 2, vocabulary: 50_257 }; // the file still has 80 MB
const begun = 'large.safetensors: layer 1 is shown; reading the other layers';

test('the first layer of a GPT-2-sized file is shown before a tenth is read; another choice aborts reading', async ({
  page,
  open,
}) => {
  await open('lang=en&controls=all&text=The cat sat');
  await openLargeGpt2(page, { embedDim: 768, heads: 12, layers: 12, vocabulary: 50_257 });
  await expect(own(page)).toContainText(begun);
  expect(await layersOf(page)).toEqual({ encoder: 0, decoder: 1, cross: 0 });
  await expect.poll(() => page.evaluate(() => window.reading.whenSeen)).not.toBeNull();
  const { size, whenSeen } = await page.evaluate(() => window.reading);
  expect(size).toBeGreaterThan(540e6);
  expect(whenSeen).toBeLessThan(size / 10);
  await choose(page, STORIES);
  await expect.poll(() => layersOf(page)).toEqual(STORYTELLER);
  const read = await page.evaluate(() => {
    window.reading.goOn();
    return window.reading.bytes;
  });
  expect(await page.evaluate(() => window.reading.bytes)).toBe(read);
  expect(await layersOf(page)).toEqual(STORYTELLER);
});

test('while the rest is read, the text can change and a selected head stays selected', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  await openLargeGpt2(page, SMALL);
  await expect(own(page)).toContainText(begun);
  const tokensOf = () => page.evaluate(() => document.querySelector('attention-spotlight').run.tokens.length);
  const before = await tokensOf();
  await page.evaluate(() => (document.querySelector('attention-spotlight').text = 'The dog ran to the big park'));
  await expect.poll(() => layersOf(page)).toEqual({ encoder: 0, decoder: 1, cross: 0 });
  await expect.poll(tokensOf).toBeGreaterThan(before);
  await setState(page, { attention: 'decoder', layer: 0, head: 5 });
  await page.evaluate(() => window.reading.goOn());
  await expect(own(page)).toContainText('large.safetensors: 2 layers of 8 heads.');
  expect(await layersOf(page)).toEqual({ encoder: 0, decoder: 2, cross: 0 });
  expect(await stateOf(page)).toMatchObject({ layer: 0, head: 5 });
});

test('if the rest cannot be read, the previous model is shown again', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  await choose(page, STORIES);
  await expect.poll(() => layersOf(page)).toEqual(STORYTELLER);
  const change = (header) => header.replace('"h.1.ln_2.bias"', '"h.1.ln_3.bias"');
  await openLargeGpt2(page, { ...SMALL, change });
  await expect(own(page)).toContainText('weights: expected a tensor h.1.ln_2.bias, got none');
  await expect.poll(() => layersOf(page)).toEqual(STORYTELLER);
});
