// Every intervention, compared with transformers in double precision (tests/fixtures/make_interventions.py).
import { readFileSync } from 'node:fs';
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { lcg } from '../fixtures.mjs';
import { casesOf, filesOf } from './tiny-models.mjs';

const engine = engines.simd;
const fixture = (part) => readFileSync(new URL(`../../fixtures/interventions.${part}`, import.meta.url));

const cases = JSON.parse(fixture('json'));
const bytes = fixture('f32');
const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

/**
 * Replaces descriptions of tensors ([seed, factor, ...shape]) in interventions with the tensors, generated as in
 * make_interventions.py.
 */
function withTensors(intervene) {
  const made = ([seed, factor, ...shape]) => lcg(seed, shape, factor);
  const valuesOf = (wanted) =>
    wanted === 'zero' ? wanted : wanted.add ? { add: made(wanted.add) } : made(wanted.made);
  return { ...intervene, replace: intervene.replace?.map((each) => ({ ...each, with: valuesOf(each.with) })) };
}

const inputOf = ({ ids, pixels }) =>
  ids ?? tensor(Float32Array.from(pixels.flat(Infinity)), [pixels.length, pixels[0].length, pixels[0][0].length]);

function runOf(model, one, intervene) {
  const { target, types } = one;
  return model.run(inputOf(one), {
    ...(target && { target: target.slice(1) }), // the start token is left out
    ...(types && { tokenTypes: types }),
    intervene: withTensors(intervene),
  });
}

const hasLogits = (model, { pixels }) => pixels !== undefined || model.layers.decoder > 0;
const resultOf = (model, one, run) => (hasLogits(model, one) ? run.logits : run.output);

/**
 * Largest difference between the last numbers of a result and the expected numbers, relative to the largest expected
 * magnitude.
 */
function errorOf({ data }, expected) {
  const last = data.slice(-expected.length);
  const difference = Math.max(...expected.map((number, at) => Math.abs(number - last[at])));
  return difference / Math.max(...expected.map(Math.abs), 1e-30);
}

/**
 * Offset of each case's expected numbers in interventions.f32. Cases whose expectation is generated tokens have none.
 */
const offsets = new Map();

const models = [...new Set(cases.map(({ model }) => model))];
const sizeOf = Object.fromEntries(
  await Promise.all(
    models.map(async (name) => {
      const model = await engine.loadPretrained(filesOf(name));
      const [one] = casesOf(name);
      const size = resultOf(model, one, runOf(model, one, {})).shape.at(-1);
      model.dispose();
      return [name, size];
    }),
  ),
);
let end = 0;
for (const each of cases) {
  if (each.generated) continue;
  offsets.set(each, end);
  end += sizeOf[each.model];
}

test('each case has its numbers', () => expect(end).toBe(numbers.length));

describe.each(models)('%s', (name) => {
  const [one] = casesOf(name);
  let model;
  beforeAll(async () => (model = await engine.loadPretrained(filesOf(name))));
  afterAll(() => model.dispose());
  const named = (each) => [JSON.stringify(each.intervene), each];
  const own = cases.filter((each) => each.model === name);

  test.each(own.filter(({ generated }) => !generated).map(named))('%s', (_, each) => {
    const expected = numbers.subarray(offsets.get(each), offsets.get(each) + sizeOf[name]);
    const run = runOf(model, one, each.intervene);
    expect(errorOf(resultOf(model, one, run), expected)).toBeLessThanOrEqual(1e-4);
    // Reading the last activation gives the same numbers as the run's own result.
    if (!one.pixels) expect(errorOf(run.activation(model.activations.at(-1).name), expected)).toBeLessThanOrEqual(1e-4);
  });

  const generated = own.filter(({ generated: tokens }) => tokens);
  if (generated.length === 0) return;
  test.each(generated.map(named))('generates with a cache: %s', (_, { intervene, generated: expected }) => {
    const begin = one.target ? one.ids : one.ids.slice(0, 5);
    const options = { maxTokens: expected.length, intervene: withTensors(intervene) };
    const tokens = [...model.generate(begin, options)];
    expect(tokens.map(({ id }) => id)).toEqual(expected.map(([id]) => id));
    tokens.forEach(({ probability }, at) => {
      expect(Math.abs(probability - expected[at][1]) / expected[at][1]).toBeLessThanOrEqual(1e-4);
    });
  });
});

describe('interventions that do not apply to a model are named', () => {
  const loaded = new Map();
  beforeAll(async () => {
    for (const name of ['bert', 'gpt2', 'llama', 'bart', 't5', 'gpt-neox']) {
      loaded.set(name, await engine.loadPretrained(filesOf(name)));
    }
  });
  afterAll(() => loaded.forEach((model) => model.dispose()));

  const scoped = (attention, rest) => ({ ...rest, scope: { attention } });
  const zero = (activation, rest) => ({ replace: [{ activation, with: 'zero', ...rest }] });
  const head = (attention, layer = 0, index = 0) => ({ ablateHeads: [{ attention, layer, head: index }] });

  test.each([
    // Invalid: interventions that the type of attention does not allow.
    ['gpt2', { causal: true }, /^intervene\.causal: expected false: a decoder is causal already/],
    ['llama', { causal: true }, /^intervene\.causal: /],
    ['bart', scoped('decoder', { causal: true }), /^intervene\.causal: /],
    ['t5', scoped('cross', { causal: true }), /^intervene\.causal: expected false: cross-attention has no order/],
    ['gpt2', scoped('encoder', { temperature: 2 }), /^intervene\.scope\.attention: /],
    ['llama', scoped('cross', { temperature: 2 }), /^intervene\.scope\.attention: /],
    ['bert', scoped('decoder', { blockedPairs: [[1, 0]] }), /^intervene\.scope\.attention: /],
    ['bert', scoped('cross', { ablateTokens: [1] }), /^intervene\.scope\.attention: /],
    ['gpt2', head('encoder'), /^intervene\.ablateHeads\[0\]\.attention: /],
    ['bert', head('decoder'), /^intervene\.ablateHeads\[0\]\.attention: /],
    ['bert', head('cross'), /^intervene\.ablateHeads\[0\]\.attention: /],
    // Invalid: layers and heads that do not exist.
    ['bart', { useScaling: false, scope: { attention: 'decoder', layer: 1 } }, /^intervene\.scope\.layer: /],
    ['bart', { useScaling: false, scope: { layer: 1 } }, /^intervene\.scope\.layer: /],
    ['gpt2', { useScaling: false, scope: { head: 3 } }, /^intervene\.scope\.head: /],
    ['llama', head('decoder', 2), /^intervene\.ablateHeads\[0\]\.layer: /],
    ['t5', head('cross', 0, 2), /^intervene\.ablateHeads\[0\]\.head: /],
    ['llama', zero('decoder.0.key', { heads: [2] }), /^intervene\.replace\[0\]\.heads\[0\]: /],
    ['llama', zero('decoder.0.value', { heads: [3] }), /^intervene\.replace\[0\]\.heads\[0\]: /],
    // Invalid: positions of tokens that do not exist, or padding where there can be none.
    ['bart', scoped('decoder', { padding: 1 }), /^intervene\.padding: expected 0 in the decoder of an encoder-decoder/],
    ['t5', scoped('decoder', { padding: 1 }), /^intervene\.padding: /],
    ['bert', { padding: 4 }, /^intervene\.padding: /],
    ['gpt2', { ablateTokens: [4] }, /^intervene\.ablateTokens\[0\]: /],
    ['bert', { blockedPairs: [[4, 0]] }, /^intervene\.blockedPairs\[0\]\[0\]: /],
    ['llama', { blockedPairs: [[0, 4]] }, /^intervene\.blockedPairs\[0\]\[1\]: /],
    ['t5', scoped('cross', { ablateTokens: [4] }), /^intervene\.ablateTokens\[0\]: /],
    ['bart', scoped('cross', { blockedPairs: [[0, 4]] }), /^intervene\.blockedPairs\[0\]\[1\]: /],
    // Invalid: activations that the model does not have, or replacements of the wrong shape.
    ['gpt2', zero('decoder.0.rotatedQuery'), /^intervene\.replace\[0\]\.activation: /],
    ['llama', zero('decoder.positions'), /^intervene\.replace\[0\]\.activation: /],
    ['llama', zero('decoder.0.attentionNormMean'), /^intervene\.replace\[0\]\.activation: /],
    ['llama', zero('encoder.0.weights'), /^intervene\.replace\[0\]\.activation: /],
    ['bert', zero('decoder.logits'), /^intervene\.replace\[0\]\.activation: /],
    ['bert', zero('cross.0.weights'), /^intervene\.replace\[0\]\.activation: /],
    ['gpt-neox', zero('decoder.0.residualMid'), /^intervene\.replace\[0\]\.activation: /],
    ['t5', zero('cross.0.biased'), /^intervene\.replace\[0\]\.activation: /],
    ['t5', zero('cross.0.feedForwardHidden'), /^intervene\.replace\[0\]\.activation: /],
    ['bart', zero('cross.0.weights', { tokens: [0] }), /^intervene\.replace\[0\]\.tokens: expected none/],
  ])('%s with %j', (name, intervene, message) => {
    const model = loaded.get(name);
    const target = name === 'bart' || name === 't5' ? { target: [4, 5] } : {};
    expect(() => model.run([4, 5, 6, 7], { ...target, intervene })).toThrow(message);
  });

  test('an encoder generates nothing', () => {
    expect(() => loaded.get('bert').generate([4, 5], { intervene: { temperature: 2 } })).toThrow(/encoder only/);
  });
});
