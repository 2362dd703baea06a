// Values that engines, models and runs return cannot be changed. An object that has been disposed of throws an error
// that says so.
import { readFileSync } from 'node:fs';
import { createEngine } from 'attention-spotlight';
import { engines } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';

const engine = engines.simd;
const read = (part) => new Blob([readFileSync(new URL(`../fixtures/models/llama/${part}`, import.meta.url))]);
const x = lcg(1, [1, 2, 8]);
const batch = () => ({ inputs: Int32Array.of(1, 2), targets: Int32Array.of(2, 3), batch: 1, tokens: 2 });

/**
 * Objects that own memory, by name: a function that creates one, and the calls that must throw an error after
 * dispose().
 */
const THINGS = {
  engine: [
    () => createEngine({ workers: 0 }),
    {
      matmul: (it) => it.matmul(lcg(1, [2, 2]), lcg(1, [2, 2])),
      loadModel: (it) => it.loadModel(),
      createTrainer: (it) => it.createTrainer({}),
      heapSize: (it) => it.heapSize,
    },
  ],
  'multi-head attention': [
    () => engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 }),
    { forward: (it) => it.forward(x, x, x), trace: (it) => it.trace(x, x, x) },
  ],
  model: [
    () => engine.createUntrainedModel(),
    {
      run: (it) => it.run('a b'),
      tokenize: (it) => it.tokenize('a b'),
      parameter: (it) => it.parameter('encoder.0.self_attention.query.weight'),
    },
  ],
  'default model': [
    () => engine.loadModel(),
    { run: (it) => it.run('a b'), tokenize: (it) => it.tokenize('a b'), parameter: (it) => it.parameter('x') },
  ],
  'pretrained model': [
    () => engine.loadModel({ weights: read('model.safetensors'), config: read('config.json') }),
    { run: (it) => it.run([1]), tokenize: (it) => it.tokenize('a'), generate: (it) => it.generate([1]) },
  ],
  trainer: [
    () =>
      engine.createTrainer({
        model: { vocabularySize: 5, layers: 1, numHeads: 1, embedDim: 4, maxTokens: 4 },
        data: batch,
      }),
    {
      step: (it) => it.step(),
      stepAsync: (it) => it.stepAsync(1),
      evaluate: (it) => it.evaluate(batch()),
      modelConfig: (it) => it.modelConfig(),
      parameters: (it) => it.parameters,
    },
  ],
};

/** Collects a value, and every list and plain object inside it. */
function* partsOf(value, path) {
  yield [path, value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, each] of Object.entries(value)) yield* partsOf(each, `${path}.${key}`);
}

const changeable = (object) =>
  Object.entries(object).flatMap(([name, value]) => {
    const { writable } = Object.getOwnPropertyDescriptor(object, name);
    const open = [...partsOf(value, name)].filter(([, part]) => typeof part === 'object' && !Object.isFrozen(part));
    return [...(writable ? [name] : []), ...open.map(([path]) => path)];
  });

describe.each(Object.entries(THINGS))('%s', (_, [make, calls]) => {
  test('its facts are read-only', async () => {
    const it = await make();
    expect(Object.keys(it).length).toBeGreaterThan(0);
    expect(changeable(it)).toEqual([]);
    it.dispose();
  });

  test('says that it has been disposed of, also the second time', async () => {
    const it = await make();
    it.dispose();
    it.dispose();
    for (const call of Object.values(calls)) {
      await expect((async () => call(it))()).rejects.toThrow(/^this .+ has been disposed of$/);
    }
  });
});

test.each([
  ['untrained', 'encoder', () => engine.createUntrainedModel(), 'a b'],
  ['default', 'encoder', () => engine.loadModel(), 'a b'],
  ['pretrained', 'decoder', THINGS['pretrained model'][0], [1, 2]],
])('a run of the %s model: its facts are read-only, and it ends with its model', async (_, attention, make, text) => {
  const model = await make();
  const run = model.run(text);
  expect(changeable(run)).toEqual(['model']); // the properties of the run itself are read-only as well
  model.dispose();
  const calls = {
    layer: () => run.layer(attention, 0),
    attention: () => run.attention(attention, 0),
    trace: () => run.trace(attention, 0, 0).weights,
    activation: () => run.activation(`${attention}.embedding`),
    activationAsync: () => run.activationAsync(`${attention}.embedding`),
    intervene: () => run.intervene({}),
  };
  for (const call of Object.values(calls)) {
    await expect((async () => call())()).rejects.toThrow('this model has been disposed of');
  }
});

describe('a proxy that has been revoked is named', () => {
  const revoked = (target = {}) => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy;
  };
  const q = lcg(1, [1, 1, 2, 2]);
  test.each([
    ['query', () => engine.scaledDotProductAttention(revoked(), q, q)],
    ['query.shape', () => engine.scaledDotProductAttention({ ...q, shape: revoked([]) }, q, q)],
    ['query.data', () => engine.scaledDotProductAttention({ ...q, data: revoked([]) }, q, q)],
    ['options', () => engine.scaledDotProductAttention(q, q, q, revoked())],
    ['mask', () => engine.scaledDotProductAttention(q, q, q, { mask: revoked() })],
    ['keyLengths', () => engine.scaledDotProductAttention(q, q, q, { keyLengths: revoked([]) })],
    ['signal', () => engine.scaledDotProductAttentionAsync(q, q, q, { signal: revoked() })],
    ['config', () => engine.createUntrainedModel(revoked())],
    ['files', () => engine.loadModel(revoked())],
    ['weights', () => engine.loadModel({ weights: revoked() })],
    ['weights', () => engine.loadModel({ weights: revoked([]) })],
    ['text', () => engine.createUntrainedModel().run(revoked())],
    [
      'intervene.blockedPairs[0]',
      () => engine.createUntrainedModel().run('a', { intervene: { blockedPairs: [revoked([])] } }),
    ],
    ['wasmUrl', () => createEngine({ wasmUrl: revoked() })],
  ])('%s', async (name, call) => {
    await expect((async () => call())()).rejects.toThrow(`${name}: expected `);
  });
});
