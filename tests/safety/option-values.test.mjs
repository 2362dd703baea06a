// Option values without a meaning in a call: null instead of a value, numbers that float32 rounds to 0, and options
// without the option that they belong to.
import { readFileSync } from 'node:fs';
import { createEngine } from 'attention-spotlight';
import { engines } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';

const engine = engines.simd;
const q = lcg(1, [1, 2, 3, 4]);
const x = lcg(2, [1, 3, 8]);
const attend = (options) => engine.scaledDotProductAttention(q, q, q, options);
const read = (part) => new Blob([readFileSync(new URL(`../fixtures/models/llama/${part}`, import.meta.url))]);
const loadLlama = (options) =>
  engine.loadModel({ weights: read('model.safetensors'), config: read('config.json') }, options);

const MODEL = { vocabularySize: 5, layers: 1, numHeads: 1, embedDim: 4, maxTokens: 4 };
const batch = () => ({ inputs: Int32Array.of(1, 2), targets: Int32Array.of(2, 3), batch: 1, tokens: 2 });
const train = ({ model, ...config } = {}) =>
  engine.createTrainer({ model: { ...MODEL, ...model }, data: batch, ...config });

let defaultModel, llama, trainer;
beforeAll(async () => {
  defaultModel = await engine.loadModel();
  llama = await loadLlama();
  trainer = await train();
});
afterAll(() => [defaultModel, llama, trainer].forEach((each) => each.dispose()));

/** Names of options that have a default, with a function that passes them to the engine. */
const WITH_DEFAULTS = {
  createEngine: [['build', 'workers', 'threads', 'wasmUrl', 'wasm'], (options) => createEngine(options)],
  attention: [['isCausal', 'activation', 'eps', 'dropoutP', 'seed', 'needWeights', 'enableGqa'], attend],
  pattern: [
    ['window', 'global', 'randomBlocks', 'seed'],
    (options) => attend({ pattern: { kind: 'bigbird', window: 1, ...options } }),
  ],
  performer: [['features', 'seed'], (options) => attend({ variant: { kind: 'performer', features: 4, ...options } })],
  multihead: [
    ['inProjOrder', 'inProjWeight', 'qProjWeight', 'inProjBias', 'outProjWeight', 'outProjBias', 'seed'],
    (options) => engine.createMultiheadAttention({ embedDim: 8, numHeads: 2, ...options }),
  ],
  layer: [
    ['kind', 'normFirst', 'norm', 'activation', 'weights'],
    (options) =>
      engine.createTransformerLayer({ embedDim: 8, numHeads: 2, feedforwardDim: 4, weights: {}, ...options }),
  ],
  saturation: [['keys', 'queries', 'scaled', 'seed'], (options) => engine.saturation({ headDim: 2, ...options })],
  xavierUniform: [['gain', 'seed'], (options) => engine.xavierUniform([2, 2], options)],
  untrained: [['embedDim', 'numHeads', 'seed'], (options) => engine.createUntrainedModel(options)],
  loadModel: [['layers', 'text', 'precision', 'signal', 'onProgress'], loadLlama],
  'run of the default model': [['target', 'beams', 'intervene'], (options) => defaultModel.run('a', options)],
  'run of another': [['target', 'tokenTypes', 'intervene'], (options) => llama.run([1], options)],
  intervene: [
    [
      'causal',
      'useScaling',
      'temperature',
      'blockedPairs',
      'ablateTokens',
      'padding',
      'ablateHeads',
      'scope',
      'replace',
    ],
    (options) => llama.run([1], { intervene: options }),
  ],
  generate: [
    ['maxTokens', 'temperature', 'topK', 'topP', 'seed', 'intervene'],
    (options) => llama.generate([1], { temperature: 1, ...options }),
  ],
  trainer: [['optimizer', 'seed'], train],
  'model of a trainer': [
    ['shape', 'feedforwardDim', 'positions', 'norm', 'activation', 'tiedHead', 'causal', 'scale', 'dropout'],
    (model) => train({ model }),
  ],
  optimizer: [
    ['learningRate', 'warmupSteps', 'weightDecay', 'beta1', 'beta2', 'epsilon', 'clipNorm'],
    (optimizer) => train({ optimizer }),
  ],
  'trained model': [['end'], (options) => trainer.modelConfig(options)],
};

test.each(Object.entries(WITH_DEFAULTS).flatMap(([what, [names, use]]) => names.map((name) => [what, name, use])))(
  '%s: %s of null is refused',
  async (_, name, use) => {
    await expect((async () => use({ [name]: null }))()).rejects.toThrow(
      new RegExp(`^([a-z]+\\.)?${name}: expected .*null`),
    );
  },
);

describe('an option without the one that it is for is named', () => {
  test.each([
    ['seed', () => attend({ seed: 1 }), 'seed: expected dropoutP, too: without it seed has no effect'],
    [
      'seed of a variant',
      () => attend({ seed: 1, variant: { kind: 'performer', features: 4 } }),
      'seed: expected dropoutP',
    ],
    [
      'seed of a multi-head attention',
      () => engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 }).forward(x, x, x, { seed: 1 }),
      'seed: expected dropoutP',
    ],
    ['topK', () => llama.generate([1], { topK: 2 }), 'topK: expected temperature, too: without it topK has no effect'],
    ['topP', () => llama.generate([1], { topP: 0.5 }), 'topP: expected temperature'],
    ['seed of sampling', () => llama.generate([1], { seed: 1 }), 'seed: expected temperature'],
    ['beams', () => defaultModel.run('a', { target: 'b', beams: 2 }), 'beams: expected none with a target'],
    ['start', () => trainer.model({ start: 1 }), 'start: expected none for a model that is not an encoder-decoder'],
    ['sourceTokens', () => trainer.evaluate({ ...batch(), sourceTokens: 2 }), 'batch.sourceTokens: expected none'],
  ])('%s', (_, use, message) => expect(use).toThrow(message));

  test('a seed of dropout 0 and of temperature 0 are taken: nothing is random at the limit', () => {
    expect(attend({ seed: 1, dropoutP: 0 })).toEqual(attend());
    expect([...llama.generate([1], { temperature: 0, topK: 2, topP: 0.5, seed: 1, maxTokens: 2 })]).toHaveLength(2);
  });
});

test.each([
  ['scale', () => attend({ scale: 1e-46 })],
  ['eps', () => attend({ eps: 1e-50 })],
  ['gain', () => engine.xavierUniform([2, 2], { gain: 1e-50 })],
])('%s that float32 makes 0 of is refused, the smallest is taken', (name, use) => {
  expect(use).toThrow(new RegExp(`^${name}: expected a number within float32, got 1e-`));
  expect(attend({ [name === 'gain' ? 'scale' : name]: 1e-45 }).output.shape).toEqual(q.shape);
});

test('a text of a million letters is refused at once', () => {
  const text = 'a'.repeat(1e6);
  const message = 'text: expected';
  for (const model of [defaultModel, engine.createUntrainedModel()]) expect(() => model.run(text)).toThrow(message);
  expect(() => defaultModel.run('a', { target: text })).toThrow(message.replace('text', 'target'));
});
