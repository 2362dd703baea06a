// What the arithmetic shows of models with other layers than ours: it computes again what the engine has computed.
import { readFileSync } from 'node:fs';
import { keyValueHeadOf, project, projectionOf } from '../../../dist/element/model/parameters.js';
import { ResidualStream } from '../../../dist/element/model/origins/residual-stream.js';
import { rotationOf } from '../../../dist/element/model/origins/rotation.js';
import { architectureOf } from '../../../dist/element/model/shown-model.js';
import { arithmeticOf } from '../../../dist/view/arithmetic/index.js';
import { engine, viewModelOf } from '../view-models.mjs';

const IDS = [5, 3, 21, 8, 8, 13, 1, 20];
const place = { attention: 'decoder', layer: 1, head: 1 };

/** A tiny model of tests/fixtures/make_models.py, with some fields of its config changed. */
function open(name, changes = {}) {
  const read = (part) => readFileSync(new URL(`../../fixtures/models/${name}/${part}`, import.meta.url));
  const config = JSON.stringify({ ...JSON.parse(read('config.json')), ...changes });
  return engine.loadPretrained({
    weights: new Blob([read('model.safetensors')]),
    config: new Blob([config]),
  });
}

const rowOf = ({ data, shape }, row) => data.slice(row * shape[1], (row + 1) * shape[1]);

test.each(['llama', 'llama-linear', 'llama3', 'gpt-neox'])('%s: queries and keys are turned as said', async (name) => {
  const model = await open(name);
  const layer = model.run(IDS).layer(place.attention, place.layer);
  const rotation = rotationOf(model, place);
  for (const side of ['query', 'key']) {
    const turned = layer.head(place.head)[side];
    const headDim = turned.shape[1];
    const first = headDim * (side === 'key' ? keyValueHeadOf(model, place) : place.head);
    IDS.forEach((_, token) => {
      const plain = project(rowOf(layer.queryInput, token), projectionOf(model, place, side)).subarray(first);
      for (let dimension = 0; dimension < headDim; dimension++) {
        const { partner, cos, sin } = rotation(token, dimension) ?? { partner: dimension, cos: 1, sin: 0 };
        const expected = plain[dimension] * cos + plain[partner] * sin;
        expect(turned.data[token * headDim + dimension]).toBeCloseTo(expected, 5);
      }
    });
  }
  model.dispose();
});

test.each([true, false])('the residual stream where the layers are parallel or not: %s', async (isParallel) => {
  const model = await open('gpt-neox', { hidden_act: 'gelu_new', use_parallel_residual: isParallel });
  const run = model.run(IDS);
  const { queryInput } = run.layer(place.attention, place.layer);
  const stream = new ResidualStream(model, run);
  IDS.forEach((_, token) => {
    for (let dimension = 0; dimension < model.embedDim; dimension++) {
      const { terms, norm } = stream.originOf(place, token, dimension);
      const sum = terms.reduce((total, { left, right = 1 }) => total + left * right, 0);
      const expected = ((sum - norm.mean) / norm.deviation) * norm.weight + norm.bias;
      expect(queryInput.data[token * model.embedDim + dimension]).toBeCloseTo(expected, 4);
    }
  });
  model.dispose();
});

test('of Qwen 3 it is known that the heads have norms, and their numbers are given as they are', async () => {
  const models = [await open('qwen3'), await open('qwen2')];
  expect(models.map((model) => architectureOf(model).hasQueryKeyNorm)).toEqual([true, false]);
  models.forEach((model) => model.dispose());
  const viewModel = viewModelOf('The cat sat');
  const normalized = { ...viewModel, steps: { ...viewModel.steps, hasQueryKeyNorm: true } };
  const at = (matrix) => arithmeticOf(normalized, { matrix, row: 1, column: 2 });
  expect(at('query')).toMatchObject({ lines: [[{ text: 'q(cat)[2]' }, {}, {}]], notes: ['headNorm'], leftOut: 0 });
  expect(at('key').notes).toEqual(['headNorm']);
  expect(at('value').notes).not.toContain('headNorm');
});
