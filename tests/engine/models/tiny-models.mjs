// Reads the tiny models with random weights in tests/fixtures/models, and the results of transformers for them
// (tests/fixtures/make_models.py).
import { existsSync, readFileSync } from 'node:fs';

export const FAMILIES = [
  'llama',
  'llama-bf16',
  'llama-linear',
  'llama3',
  'yarn',
  'mistral',
  'qwen2',
  'qwen3',
  'gemma',
  'gemma2',
  'gemma3',
  'gpt2',
  'gpt-neo',
  'gpt-neox',
  'opt',
  'bert',
  'distilbert',
  'roberta',
  'xlm-roberta',
  'albert',
  'bart',
  'marian',
  't5',
  't5-v1.1',
  't5-v1.1-tied',
];

export const ENCODERS = ['bert', 'distilbert', 'roberta', 'xlm-roberta', 'albert'];

const folder = new URL('../../fixtures/models/', import.meta.url);

/**
 * Programs in tests/fixtures that write a fixture file of each model, by the name of the file; an error about a missing
 * file names its program.
 */
const MAKERS = {
  'activations.json': 'make_activations.py',
  'activations.f32': 'make_activations.py',
  'batch.json': 'make_batches.py',
};

export function file(name, part) {
  const url = new URL(`${name}/${part}`, folder);
  if (!existsSync(url))
    throw new Error(`tests/fixtures/${MAKERS[part] ?? 'make_models.py'} has not made ${part} of ${name}`);
  return readFileSync(url);
}

export const filesOf = (name) => ({
  weights: new Blob([file(name, 'model.safetensors')]),
  config: new Blob([file(name, 'config.json')]),
});

export const casesOf = (name) => JSON.parse(file(name, 'expected.json'));

/** Largest difference between a tensor and nested arrays of the same shape. */
export function difference({ data, shape }, expected) {
  let sizes = [];
  for (let list = expected; Array.isArray(list); list = list[0]) sizes.push(list.length);
  expect(shape).toEqual(sizes);
  return expected
    .flat(Infinity)
    .reduce((largest, number, index) => Math.max(largest, Math.abs(number - data[index])), 0);
}
