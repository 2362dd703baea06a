// What the arithmetic shows of models with other layers than ours: it computes again what the engine has computed.
import { VectorOrigins } from '../../../dist/element/model/origins/vector-origins.js';
import { rotationOf } from '../../../dist/element/model/origins/rotation.js';
import { casesOf, FAMILIES, filesOf } from '../../engine/models/tiny-models.mjs';
import { engine } from '../view-models.mjs';

const openTiny = (name) => engine.loadPretrained(filesOf(name));

function runTiny(model, name) {
  const { ids, target, types } = casesOf(name)[0];
  return model.run(ids, { ...(target && { target }), ...(types && { tokenTypes: types }) });
}

const ROTARY = ['llama', 'llama-linear', 'llama3', 'yarn', 'mistral', 'qwen2', 'gemma', 'gemma2', 'gpt-neox'];

test.each(ROTARY)('%s: queries and keys are turned as said', async (name) => {
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

test.each(FAMILIES)('%s: every vector that enters an attention is the sum that is said, normalized', async (name) => {
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
