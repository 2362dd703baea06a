// Runs that differ in one activation are computed as a batch: the logits equal those of separate runs.
import { jest } from '@jest/globals';
import { TransformerComputation } from '../../../web/engine/transformer/transformer-computation.js';
import { engines } from '../engines.mjs';
import { casesOf, filesOf } from '../models/tiny-models.mjs';

const engine = engines.simd;
const ATTENTIONS = /** @type {const} */ (['encoder', 'decoder', 'cross']);
const OF_ATTENTION = ['query', 'key', 'value', 'weights', 'headOutput', 'attentionOutput'];
const OF_LAYER = ['residualPre', 'feedForwardOutput'];

/** Replacements of parts of activations in a layer, one for each of the layer's activations. */
function replacementsIn(model, layer) {
  const steps = ATTENTIONS.flatMap((attention) =>
    [...OF_ATTENTION, ...OF_LAYER].map((step) => `${attention}.${layer}.${step}`),
  );
  const known = model.activations.filter(({ name }) => steps.includes(name));
  return known.map(({ name, shape: [heads] }) => ({
    activation: name,
    ...(typeof heads === 'number' && { heads: [heads - 1] }),
    [name.endsWith('weights') ? 'queries' : 'tokens']: [1, 2],
    with: { add: { data: Float32Array.of(0.25), shape: [1] } },
  }));
}

const gathered = async (logits) => {
  const all = [];
  for await (const each of logits) all.push(each);
  return all;
};

const distance = (one, other) => one.reduce((most, each, at) => Math.max(most, Math.abs(each - other[at])), 0);

describe.each(['gpt2', 'gpt-neox', 'opt', 'llama', 'gemma2', 'gemma3', 'bart', 't5', 'bert-masked'])('%s', (name) => {
  let model;
  let run;
  beforeAll(async () => {
    model = await engine.loadPretrained(filesOf(name));
    const { ids, target } = casesOf(name)[0];
    // The run has an intervention of its own, which stays active. It is in the last layer, above most of the tested
    // replacements.
    const stack = model.layers.decoder > 0 ? 'decoder' : 'encoder';
    const replaced = { activation: `${stack}.${model.layers[stack] - 1}.headResult`, heads: [0], with: 'zero' };
    run = model.run(ids, { intervene: { replace: [replaced] }, ...(target && { target: target.slice(1) }) });
  });
  afterAll(() => model.dispose());

  test.each([0, 1])('layer %i, at two positions', async (layer) => {
    const logits = model.activations.find((each) => /^(en|de)coder\.logits$/.test(each.name));
    const tokens = (logits.name.startsWith('decoder') ? run.target : run.tokens).length;
    const [encoder, decoder] = [model.layers.encoder, model.layers.decoder];
    // The number of the tested layer is limited to the model's layers: BERT has a single layer.
    const replacements = replacementsIn(model, Math.min(layer, Math.max(encoder, decoder) - 1));
    expect(replacements.length).toBeGreaterThan(6);
    const own = run.activation(logits.name);
    let changed = 0;
    for (const position of [tokens - 1, 2]) {
      const found = await gathered(run.logitsWithEach(replacements, { position }));
      expect(found.length).toBe(replacements.length);
      const size = Math.max(...own.data.map(Math.abs));
      replacements.forEach((each, at) => {
        const { data } = run.replace([each]).activation(logits.name, { tokens: [position] });
        expect([each.activation, distance(found[at], data) <= 2e-6 * Math.max(1, size)]).toEqual([
          each.activation,
          true,
        ]);
        const { length } = data;
        if (distance(data, own.data.subarray(position * length, (position + 1) * length)) > 1e-4) changed += 1;
      });
    }
    expect(changed).toBeGreaterThan(replacements.length / 2);
  });
});

test('what cannot begin to differ within a batch is refused, as are positions', async () => {
  const model = await engine.loadPretrained(filesOf('gpt2'));
  const run = model.run([9, 17, 4, 12, 16]);
  const call = (activation, position) => gathered(run.logitsWithEach([{ activation, with: 'zero' }], { position }));
  await expect(call('decoder.0.headResult', 1)).rejects.toThrow('replacements[0].activation: expected');
  await expect(call('decoder.finalNorm', 1)).rejects.toThrow('replacements[0].activation');
  await expect(call('decoder.0.query', 5)).rejects.toThrow('position: expected');
  const layers = jest.spyOn(TransformerComputation.prototype, 'forwardLayer');
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason));
  const many = Array.from({ length: 500 }, () => ({
    activation: 'decoder.0.query',
    with: /** @type {const} */ ('zero'),
  }));
  const aborted = run.logitsWithEach(many, { position: 4, signal: controller.signal });
  await expect(gathered(aborted)).rejects.toBe(reason);
  expect(layers.mock.calls.length).toBeLessThan(20); // less than 500 / 25 batches, in 2 layers
  layers.mockRestore();
  model.dispose();
});
