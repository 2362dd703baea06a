// The lab shows a model from the user's own files.
import { readFileSync } from 'node:fs';
import { expect, setState, stateOf, test } from '../page.js';

const stories = (name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../../../models/stories/${name}`, import.meta.url)),
});
const STORIES = ['model.safetensors', 'config.json', 'tokenizer.json'].map(stories);
const own = (page) => page.locator('own-model');
/** The layers with each attention of the model that is shown. */
const layersOf = (page) => page.evaluate(() => document.querySelector('attention-spotlight').run.layers);
const STORYTELLER = { encoder: 0, decoder: 5, cross: 0 };
const choose = (page, files) => own(page).locator('input').setInputFiles(files);

test('files of Hugging Face’s are opened, shown, and closed again', async ({ page, open }) => {
  await open('lang=en&controls=all&text=The cat sat');
  const head = { attention: 'decoder', layer: 0, head: 1 };
  await setState(page, { query: 2, ablate: [head] });
  const before = await layersOf(page);
  await choose(page, STORIES);
  await expect(own(page)).toContainText('model.safetensors: 5 layers of 8 heads.');
  await expect.poll(() => layersOf(page)).toEqual(STORYTELLER);
  expect(await stateOf(page)).toMatchObject({ query: -1, ablate: [] }); // they were another model's
  await choose(page, STORIES.slice(0, 2)); // what cannot be opened leaves it, and the way back
  await expect(own(page)).toContainText('Choose one .gguf file, or at once');
  expect(await layersOf(page)).toEqual(STORYTELLER);
  await own(page).getByRole('button', { name: 'Back to the model of this page' }).click();
  await expect.poll(() => layersOf(page)).toEqual(before);
  await expect(own(page)).toContainText('One .gguf file');
});

test('what cannot be opened is said, and what is shown stays', async ({ page, open }) => {
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

test('another section has its own model again', async ({ page, open }) => {
  await open('lang=zh&controls=all');
  await choose(page, STORIES);
  await expect(own(page)).toContainText('5 层，每层 8 个头');
  await page.getByRole('button', { name: '句子', exact: true }).click();
  await expect(own(page)).toBeHidden();
  await expect.poll(() => layersOf(page)).not.toEqual(STORYTELLER);
});
