// Vision models in the element: the input image, overlaid with the attention weights of one token.
import { readFileSync } from 'node:fs';
import { imageDataOf, withImage } from 'attention-spotlight/image';
import { ModelAttentionSource } from '../../web/element/source/model-attention-source.js';
import { initialState } from '../../web/element/state/properties.js';
import { weightScale } from '../../web/view/marks/palette.js';
import { engine, marksOf, viewModelOf, viewNamed } from './view-models.mjs';
import { about } from '../about.mjs';

const { draw, requiredHeight } = viewNamed('sentence');
const file = (name) => new Blob([readFileSync(new URL(`../fixtures/models/vit/${name}`, import.meta.url))]);
const vit = await engine.loadPretrained({
  weights: file('model.safetensors'),
  config: file('config.json'),
  preprocessor: file('preprocessor_config.json'),
});
const image = { data: Uint8ClampedArray.from({ length: 384 }, (_, at) => (37 * at) % 256), width: 12, height: 8 };
const model = withImage(vit, image);

function viewModel(row, changes = {}) {
  const state = { ...initialState(), text: 'photo.png', attention: 'encoder', layer: 1, head: 1, query: row };
  const source = new ModelAttentionSource(model, state);
  const tokens = source.tokens.query.map(({ text }) => text);
  const shown = {
    ...viewModelOf('a', { width: 600, selection: { row, cell: null } }),
    queryTokens: tokens,
    keyTokens: tokens,
    weights: source.weights,
    picture: source.picture,
    ...changes,
  };
  return { source, viewModel: { ...shown, height: requiredHeight(shown) } };
}
const cellsOf = (scene) => marksOf(scene).filter(({ kind }) => kind === 'cells');

test('the image is drawn as the model reads it, each patch in the color of its weight', () => {
  const { viewModel: shown } = viewModel(0);
  const scene = draw(shown);
  const [pixels, weights] = cellsOf(scene);
  expect([pixels.rows, pixels.columns, weights.rows, weights.columns]).toEqual([8, 12, 2, 3]);
  pixels.colors.forEach((value, at) => expect(value).toBe(at % 4 === 3 ? 255 : image.data[at]));
  expect(pixels.width / pixels.height).toBeCloseTo(1.5);
  const row = [...shown.weights.data.slice(1, 7)];
  const scale = weightScale(shown.palette);
  row.forEach((weight, at) => {
    const color = Uint8ClampedArray.from(scale.color(weight));
    expect([...weights.colors.slice(4 * at, 4 * at + 3)]).toEqual([...color]);
  });
  const texts = marksOf(scene).filter(({ kind }) => kind === 'text');
  expect(texts[0].text).toBe(`[CLS] ${Math.round(shown.weights.data[0] * 100)}%`);
});

test('[CLS] and every patch can be selected in place, and the query has an outline', () => {
  for (const row of [0, 5]) {
    const { viewModel: shown } = viewModel(row);
    const scene = draw(shown);
    expect(scene.tokens.map(({ token }) => token)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const { x, y, width, height } of scene.tokens) {
      expect(Math.min(x, y, 600 - x - width, scene.height - y - height)).toBeGreaterThanOrEqual(0);
    }
    const { x, y } = scene.tokens[row];
    expect(marksOf(scene).find(({ stroke }) => stroke === shown.palette.query)).toMatchObject({ x, y });
  }
});

test('weights change in a transition', () => {
  const from = Float32Array.from([0, 1, 0, 0, 0, 0, 0]);
  const colors = (share) => cellsOf(draw(viewModel(0, { transition: { share, from } }).viewModel))[1].colors;
  expect(colors(0)).not.toEqual(colors(1));
  expect(colors(1)).toEqual(cellsOf(draw(viewModel(0).viewModel))[1].colors);
});

test('the text is the name of the image, whatever it is, and interventions apply', () => {
  const { source } = viewModel(0);
  expect(source.title).toBe('photo.png');
  expect(source.tokenCount).toBe(7);
  const state = { ...initialState(), text: '', attention: 'encoder', layer: 0, head: 0, temperature: 2 };
  const cooled = new ModelAttentionSource(model, state);
  expect(cooled.weights.shape).toEqual([7, 7]);
  expect(cooled.baseline).not.toBeNull();
});

test('invalid arguments are rejected by name', async () => {
  const text = { image: null, contextLength: 8 };
  await expect(imageDataOf(null, text)).rejects.toThrow(
    'model: expected one that reads images, got one that reads texts',
  );
  expect(() => withImage(text, image)).toThrow('model: expected one that reads images, got one that reads texts');
  expect(() => withImage({ ...text, image: vit.image, contextLength: 577 }, image)).toThrow(
    'model: expected one of at most 512 tokens, got 577',
  );
  await expect(imageDataOf(null, null)).rejects.toThrow(about('model', null));
  expect(() => withImage(null, image)).toThrow(about('model', null));
  expect(() => withImage(vit)).toThrow(about('image', undefined));
  const small = withImage(vit, { data: new Uint8ClampedArray(16), width: 2, height: 2 });
  expect(() => small.run('', { intervene: {} })).toThrow('image: expected 12 × 8 pixels, got 2 × 2');
});
