// Facts about a model, such as its number of parameters, which are read from its config and file headers only; and
// progress while the model is read.
import { describeModel } from '../../web/engine/pretrained/load.js';
import { readFileSync } from 'node:fs';
import { stories } from 'attention-spotlight/stories';
import { engines } from './engines.mjs';
import { FAMILIES, file } from './models/tiny-models.mjs';

const blobOf = (url) => new Blob([readFileSync(url)]);
const storyteller = { weights: blobOf(stories.weights), config: blobOf(stories.config) };

test('the storyteller, without its tokenizer and without reading a weight', async () => {
  let read = 0;
  const counted = new Proxy(storyteller.weights, {
    get: (blob, name) =>
      name === 'slice'
        ? (begin, end) => {
            read += end - begin;
            return blob.slice(begin, end);
          }
        : typeof blob[name] === 'function'
          ? blob[name].bind(blob)
          : blob[name],
    getPrototypeOf: () => Blob.prototype,
  });
  const facts = await describeModel({ ...storyteller, weights: counted });
  expect(facts).toMatchObject({ family: 'llama', contextLength: 512, predicts: 'next', readsImages: false });
  expect(facts.description.decoder).toMatchObject({ layers: 5, numHeads: 8, numKvHeads: 4, vocabulary: 512 });
  expect(read).toBeLessThan(storyteller.weights.size);
});

test('numbers of parameters are those of the model; a tied output layer is counted once', async () => {
  const facts = await describeModel(storyteller);
  const model = await engines.simd.loadPretrained(stories);
  const sizes = model.parameters.map(({ name, shape }) => [name, shape.reduce((product, each) => product * each, 1)]);
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  const output = sizes.find(([name]) => name === 'output.weight')[1];
  expect(facts.parameters).toBe(all - output);
  // The output layer and the embedding table share one matrix in memory, so that its weights are counted once.
  expect(facts.memory.float32).toBe(4 * (all - output));
  expect(facts.memory.int8).toBeLessThan(facts.memory.float32);
  model.dispose();
});

test.each(FAMILIES)('%s: facts agree with the model that is read', async (name) => {
  const files = { weights: new Blob([file(name, 'model.safetensors')]), config: new Blob([file(name, 'config.json')]) };
  const facts = await describeModel(files);
  const model = await engines.simd.loadPretrained(files);
  expect(facts.family).toBe(model.family);
  expect(facts.description).toEqual(model.description);
  const hasLogits = model.activations.some(({ name: each }) => each.endsWith('.logits'));
  expect(facts.predicts !== null).toBe(hasLogits);
  model.dispose();
});

test('files that are no model are refused, by the name of what is wrong', async () => {
  await expect(describeModel({ weights: storyteller.weights })).rejects.toThrow('config: expected config.json');
  await expect(describeModel({ ...storyteller, weights: new Blob(['no model at all']) })).rejects.toThrow('weights: ');
});

test('the share of the bytes grows to 1 as a model is read', async () => {
  const seen = [];
  const files = { ...storyteller, tokenizer: blobOf(stories.tokenizer) };
  const model = await engines.simd.loadPretrained(files, { onProgress: (done) => seen.push(done) });
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
  model.dispose();
});
