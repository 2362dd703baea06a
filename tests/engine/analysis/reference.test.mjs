// Functions of attention-spotlight/analysis, compared with transformers in double precision
// (tests/fixtures/make_analysis.py).
import { readFileSync } from 'node:fs';
import { contributions, logitAttribution, logitLens, scoreAttribution } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { casesOf, file, filesOf } from '../models/tiny-models.mjs';

const engine = engines.simd;
const MODELS = [
  ...['gpt2', 'gpt-neo', 'gpt-neox', 'gemma2', 'gemma3', 'llama', 'qwen3', 'opt'],
  ...['bert', 'albert', 'bart', 'marian', 't5', 'vit', 'stories'],
];
const STORIES = new URL('../../fixtures/stories-analysis.json', import.meta.url);

const expectedOf = (name) => JSON.parse(name === 'stories' ? readFileSync(STORIES) : file(name, 'analysis.json'));

async function loaded(name, { ids }) {
  if (name === 'stories') {
    const model = await engine.loadPretrained(stories);
    return { model, run: model.run(ids) };
  }
  const model = await engine.loadPretrained(filesOf(name));
  const { ids: given, target, types, pixels } = casesOf(name)[0];
  if (pixels) {
    const shape = [pixels.length, pixels[0].length, pixels[0][0].length];
    return { model, run: model.run(tensor(Float32Array.from(pixels.flat(Infinity)), shape)) };
  }
  const options = { ...(target && { target: target.slice(1) }), ...(types && { tokenTypes: types }) };
  return { model, run: model.run(given, options) };
}

/** Checks that a tensor has the expected shape, and the expected numbers within an absolute tolerance. */
function expectNear({ data, shape }, expected, most) {
  const flat = expected.flat(Infinity);
  const sizes = Array.isArray(expected[0]) ? [expected.length, expected[0].length] : [expected.length];
  expect(shape).toEqual(sizes);
  const difference = flat.reduce((largest, each, at) => Math.max(largest, Math.abs(each - data[at])), 0);
  expect(difference).toBeLessThanOrEqual(most);
}

describe.each(MODELS)('%s', (name) => {
  const expected = expectedOf(name);
  let model;
  let run;
  beforeAll(async () => ({ model, run } = await loaded(name, expected)));
  afterAll(() => model.dispose());

  if (expected.lens) {
    test('the logit lens', async () => {
      const { token, logProbability, rank, entropy, divergence } = expected.lens;
      const lens = await logitLens(run, { token });
      expectNear(lens.logProbability, logProbability, 1e-4);
      expectNear(lens.entropy, entropy, 1e-4);
      expectNear(lens.divergence, divergence, 1e-4);
      expectNear(lens.rank, rank, 0);
    });

    test('attribution of a logit difference', () => {
      const { token, against, position, heads, feedForward, ...numbers } = expected.attribution;
      // The fixture's question is about the position that is the default.
      const found = logitAttribution(run, { token, against });
      expect(found).toEqual(logitAttribution(run, { token, against, position }));
      const most = 1e-5 * Math.max(1, Math.abs(numbers.total));
      for (const [field, value] of Object.entries(numbers)) {
        expect([field, Math.abs(found[field] - value) <= most]).toEqual([field, true]);
      }
      expect(Object.keys(found.heads).sort()).toEqual(Object.keys(heads).sort());
      for (const [attention, each] of Object.entries(heads)) expectNear(found.heads[attention], each, most);
      for (const [stack, each] of Object.entries(feedForward)) expectNear(found.feedForward[stack], each, most);
    });
  }

  test.each(Object.entries(expected.scores))('attribution of a score, %s', (attention, recorded) => {
    const { layer, head, query, key, querySources, keySources, values, relative } = recorded;
    const found = scoreAttribution(run, attention, layer, head, query, key);
    const numberOf = (sources) => (source) =>
      sources.findIndex(([activation, of]) =>
        source.kind === 'bias' ? activation === 'bias' : activation === source.name && of === source.head,
      );
    const most = 1e-5 * Math.max(1, ...values.flat().map(Math.abs));
    for (const [field, own] of [
      ['values', values],
      ['relative', relative],
    ]) {
      // The fixture contains only the sum over all biases, so that the biases in the result are added up.
      const sums = own.map((row) => row.map(() => 0));
      const columns = found.keySources.map(numberOf(keySources));
      found.querySources.map(numberOf(querySources)).forEach((row, i) =>
        columns.forEach((column, j) => {
          sums[row][column] += found[field].data[i * columns.length + j];
        }),
      );
      expectNear({ data: sums.flat(), shape: [sums.length, sums[0].length] }, own, most);
    }
  });

  test.each(Object.entries(expected.contributions))('contributions, %s', (attention, recorded) => {
    const { layer, head, weighted, share } = recorded;
    const found = contributions(run, attention, layer);
    const ofHead = (/** @type {import('attention-spotlight').Tensor} */ { data, shape }) => {
      const size = shape[1] * shape[2];
      return { data: data.slice(head * size, (head + 1) * size), shape: shape.slice(1) };
    };
    expectNear(ofHead(found.weighted), weighted, 1e-5 * Math.max(1, ...weighted.flat()));
    expectNear(ofHead(found.share), share, 1e-4);
  });
});
