// Arithmetic that the element displays for models whose layers differ from the default model's: it gives the engine's
// numbers.
import { VectorOrigins } from '../../../web/element/source/origins/vector-origins.js';
import { rotationOf } from '../../../web/element/source/origins/rotation.js';
import { tensorsOf } from '../../../web/element/export/formats/head-tensors.js';
import { casesOf, FAMILIES, filesOf } from '../../engine/models/tiny-models.mjs';
import { openLetterModel } from './letter-models.mjs';
import { engine, models, sourceOf } from '../view-models.mjs';

const openTiny = (name) => engine.loadPretrained(filesOf(name));

function runTiny(model, name) {
  const { ids, target, types } = casesOf(name)[0];
  return model.run(ids, { ...(target && { target }), ...(types && { tokenTypes: types }) });
}

const ROTARY = ['llama', 'llama-linear', 'llama3', 'yarn', 'mistral', 'qwen2', 'gemma', 'gemma2', 'gpt-neox'];

test.each(ROTARY)('%s: queries and keys are rotated as shown', async (name) => {
  const model = await openTiny(name);
  const run = runTiny(model, name);
  for (let layer = 0; layer < model.layers.decoder; layer++) {
    const rotation = rotationOf(model, run, { attention: 'decoder', layer });
    for (const side of ['query', 'key']) {
      const plain = run.activation(`decoder.${layer}.${side}`);
      const turned = run.activation(`decoder.${layer}.rotated${side === 'query' ? 'Query' : 'Key'}`);
      const [, tokens, headDim] = plain.shape;
      turned.data.forEach((number, at) => {
        const [token, dimension] = [Math.floor(at / headDim) % tokens, at % headDim];
        const { partner, cos, sin } = rotation(token, dimension) ?? { partner: dimension, cos: 1, sin: 0 };
        expect(number).toBeCloseTo(plain.data[at] * cos + plain.data[at - dimension + partner] * sin, 5);
      });
    }
  }
  model.dispose();
});

test.each(FAMILIES)('%s: every vector that enters attention is the normalized sum shown', async (name) => {
  const model = await openTiny(name);
  const run = runTiny(model, name);
  const origins = new VectorOrigins(model, run);
  const check = (place, vectors) => {
    const [tokens, embedDim] = vectors.shape;
    for (let token = 0; token < tokens; token++) {
      for (let dimension = 0; dimension < embedDim; dimension++) {
        const { terms, norm } = origins.originOf(place, token, dimension);
        const sum = terms.reduce((total, { left, right = 1 }) => total + left * right, 0);
        const expected = norm ? ((sum - (norm.mean ?? 0)) / norm.deviation) * norm.weight + (norm.bias ?? 0) : sum;
        expect(Math.abs(vectors.data[token * embedDim + dimension] - expected)).toBeLessThan(1e-4);
      }
    }
  };
  for (const attention of ['encoder', 'decoder', 'cross']) {
    for (let layer = 0; layer < model.layers[attention]; layer++) {
      const { queryInput, keyInput } = run.layer(attention, layer);
      check({ attention, layer }, queryInput);
      if (attention === 'cross') check({ attention: 'encoder', layer: model.layers.encoder }, keyInput);
    }
  }
  model.dispose();
});

const FURTHER = {
  qwen3: ['rotate'],
  gemma2: ['rotate', 'cap'],
  t5: ['bias'],
  gpt2: [],
};
const EXPORTED = { rotate: ['projectedQuery', 'projectedKey'], cap: ['capped'], bias: ['biased'] };

test.each(Object.keys(FURTHER))('%s has its own stages, and exported numbers include their steps', async (name) => {
  models[name] = await openLetterModel(engine, name, 'float32');
  const attention = models[name].layers.encoder > 0 ? 'encoder' : 'decoder';
  const { steps, run } = sourceOf('abcdef', { model: name, attention, layer: 1, head: 1 });
  expect(steps.stages.filter((stage) => stage in EXPORTED)).toEqual(FURTHER[name]);
  const tensors = tensorsOf(steps);
  const further = FURTHER[name].flatMap((stage) => EXPORTED[stage]);
  expect(Object.keys(tensors).filter((each) => !(each in steps.trace))).toEqual(further);
  const read = { projectedQuery: 'query', capped: 'capped', biased: 'biased' };
  for (const each of further.filter((exported) => exported in read)) {
    const { data } = run.activation(`${attention}.1.${read[each]}`, { heads: [1] });
    expect([...tensors[each].data]).toEqual([...data]);
  }
});

test('in a head with its own interventions, optional steps are computed with them', async () => {
  models.gemma2 = await openLetterModel(engine, 'gemma2', 'float32');
  const place = { model: 'gemma2', attention: 'decoder', layer: 1, head: 1 };
  const steps = [{}, { scope: 'head', temperature: 4 }].map((more) => sourceOf('abcdef', { ...place, ...more }).steps);
  const [before, after] = steps.map(({ trace, step }) => ({ scaled: trace.scaled.data, capped: step('capped').data }));
  after.scaled.forEach((scaled, at) => {
    expect(scaled).toBeCloseTo(before.scaled[at] / 4, 5);
    expect(after.capped[at]).toBeCloseTo(2 * Math.tanh(scaled / 2), 5);
  });
});
