// Facts about a model that “Look inside” knows before it reads the weights, such as its name and the precision for
// which memory suffices.
import { headsOf, MOST_MEMORY, nameOf, precisionThatFits } from '../../../web/inside/opened.js';
import { missingFiles } from '../../../web/page/chosen-files.js';
import { numberTexts } from '../../../web/locales/inside-numbers.js';

const memory = (float32, stored, int8) => ({ memory: { float32, stored, int8 } });

test('16-bit files stay so where they fit; else the largest precision that fits; else none', () => {
  expect(precisionThatFits(memory(4e9, 2e9, 1e9))).toBe('stored');
  expect(precisionThatFits(memory(2 * MOST_MEMORY, MOST_MEMORY + 1, 1e9))).toBe('int8');
  expect(precisionThatFits(memory(9e9, 9e9, MOST_MEMORY + 1))).toBeNull();
});

test('a model is named after its folder, or its file', () => {
  const file = (name, webkitRelativePath = '') => Object.assign(new File([], name), { webkitRelativePath });
  const named = (weights) => nameOf({ weights });
  // The path of a file in a chosen folder is set here, since jsdom does not provide it.
  for (const [name, path, expected] of [
    ['model.gguf', '', 'model'],
    ['model-00001-of-2.safetensors', 'SmolLM2/model-00001-of-2.safetensors', 'SmolLM2'],
  ]) {
    const each = file(name);
    Object.defineProperty(each, 'webkitRelativePath', { value: path });
    expect(named([each])).toBe(expected);
  }
  expect(nameOf('stories')).toBe('stories');
});

test('missing files are named, with the kind of model', async () => {
  const files = (...names) => names.map((name) => new File([], name));
  // File with the method text(), which jsdom's files lack.
  const json = (name, value) => Object.assign(new File([], name), { text: async () => JSON.stringify(value) });
  const missing = async (...chosen) => (await missingFiles(chosen.flat())).files;
  expect(await missing(files('model.safetensors'))).toEqual(['config.json', 'tokenizer.json']);
  expect(await missing(files('config.json', 'tokenizer.json', 'tokenizer_config.json'))).toEqual(['.safetensors']);
  expect(await missing(files('a.safetensors', 'config.json', 'tokenizer.json'))).toEqual([]);
  expect(await missing(files('a.safetensors', 'config.json', 'vocab.json'))).toEqual(['merges.txt']);
  expect(await missing(files('a.safetensors', 'config.json', 'vocab.json', 'merges.txt'))).toEqual([]);
  expect(await missing(files('a.gguf'))).toEqual([]);
  expect(await missing(files('notes.txt'))).toEqual([]);
  const vit = json('config.json', { model_type: 'vit' });
  expect(await missingFiles([vit, ...files('a.safetensors', 'tokenizer.json')])).toEqual({
    family: 'ViT',
    files: ['preprocessor_config.json'],
  });
  const index = json('model.safetensors.index.json', { weight_map: { a: '1.safetensors', b: '2.safetensors' } });
  expect(await missing(index, files('2.safetensors', 'config.json', 'tokenizer.json'))).toEqual(['1.safetensors']);
});

test('attentions of a model, with the heads that share keys and values', () => {
  const stack = { layers: 2, numHeads: 8, numKvHeads: 4, headDim: 4, vocabulary: 9, feedforwardDim: 16 };
  const embedDim = 32;
  expect(headsOf({ description: { embedDim, decoder: stack } })).toEqual([
    { attention: 'decoder', layers: 2, heads: 8, group: 2 },
  ]);
  const both = {
    embedDim,
    encoder: { ...stack, numKvHeads: 8 },
    decoder: { ...stack, numKvHeads: 8, hasCrossAttention: true },
  };
  expect(headsOf({ description: both }).map(({ attention }) => attention)).toEqual(['encoder', 'decoder', 'cross']);
});

test('bytes in decimal units, numbers with their signs', () => {
  const { bytes, short, signed } = numberTexts('en');
  expect([999, 1040, 5_100_000, 269e6, 5.1e9].map(bytes)).toEqual(['1 kB', '1 kB', '5.1 MB', '269 MB', '5.1 GB']);
  expect([signed(1.234), signed(-0.5), signed(0.001), signed(-0.004)]).toEqual(['+1.23', '−0.50', '0.00', '0.00']);
  expect(short(134_515_008)).toBe('134.5M');
});
