// Fuzz test that calls every public function with valid arguments in which a part has been replaced with hostile
// values.
import * as library from 'attention-spotlight';
import { checkExercise } from 'attention-spotlight/teaching';
import { attempt, expectClose, expectSound, Finding, MAX_MILLISECONDS } from './checks.mjs';
import { hostileValue, spoil } from './hostile-values.mjs';
import { layerWeights } from './layer-weights.mjs';
import * as reference from './reference.mjs';

const inputsOf = (random, [batch, heads, tokens, dim] = [1, 2, random.int(1, 6), random.int(1, 4)]) =>
  [0, 1, 2].map(() => random.tensor([batch, heads, tokens, dim]));

function optionsOf(random, tokens) {
  const all = {
    isCausal: true,
    scale: 0.5,
    keyLengths: [tokens],
    mask: { allow: random.flags([tokens, tokens]) },
    activation: 'relu',
    eps: 0.1,
    dropoutP: 0.5,
    seed: 3,
    needWeights: true,
    enableGqa: true,
    pattern: { kind: 'bigbird', window: 2, global: [0], randomBlocks: 1, seed: 1 },
    variant: random.pick([
      { kind: 'linear' },
      { kind: 'performer', features: 4, seed: 1 },
      { kind: 'linformer', rank: 1, keyProjection: random.tensor([1, tokens]) },
    ]),
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.15)));
}

const layerConfig = (random, kind = random.pick(['encoder', 'decoder']), d = 4, hidden = 3) => ({
  kind,
  embedDim: d,
  numHeads: 2,
  feedforwardDim: hidden,
  normFirst: true,
  norm: 'layer',
  activation: 'relu',
  weights: layerWeights(random, { kind, d, hidden }),
});

const multiheadConfig = (random, d = 4) => ({
  embedDim: d,
  numHeads: 2,
  inProjOrder: 'qkv',
  seed: 1,
  inProjWeight: random.tensor([3 * d, d]),
  outProjWeight: random.tensor([d, d]),
  inProjBias: random.tensor([3 * d]),
  outProjBias: random.tensor([d]),
});

const interventions = () => ({
  causal: true,
  useScaling: false,
  temperature: 2,
  blockedPairs: [[0, 1]],
  ablateTokens: [1],
  padding: 1,
  ablateHeads: [{ attention: 'encoder', layer: 0, head: 1 }],
});

/** Creates an object of the library, uses it once, and disposes of it. */
const using = (make, use) => {
  const made = make();
  try {
    return use(made);
  } finally {
    made.dispose();
  }
};

const SPARSE = { kind: 'bigbird', window: 2, global: [0, 3], randomBlocks: 1, seed: 1 };

/** Functions under attack, by name. Each has valid arguments, and makes the call with them. */
const TARGETS = {
  scaledDotProductAttention: {
    args: (random) => {
      const x = inputsOf(random);
      return [...x, optionsOf(random, x[0].shape[2])];
    },
    call: ({ engine }, args) => engine.scaledDotProductAttention(...args),
  },
  out: {
    args: (random) => {
      const x = inputsOf(random);
      return [...x, { out: new Float32Array(x[0].data.length) }];
    },
    call: ({ engine }, args) => engine.scaledDotProductAttention(...args),
  },
  scaledDotProductAttentionAsync: {
    args: (random) => {
      const x = inputsOf(random, random.chance(0.2) ? [1, 1, 420, 64] : undefined);
      const more = {
        onProgress: () => undefined,
        signal: new AbortController().signal,
        out: new Float32Array(x[0].data.length),
      };
      return [
        ...x,
        {
          ...optionsOf(random, x[0].shape[2]),
          ...Object.fromEntries(Object.entries(more).filter(() => random.chance(0.5))),
        },
      ];
    },
    call: ({ engine }, args) => engine.scaledDotProductAttentionAsync(...args),
  },
  traceAttention: {
    args: (random) => {
      const x = inputsOf(random);
      return [...x, optionsOf(random, x[0].shape[2])];
    },
    call: ({ engine }, args) => engine.traceAttention(...args),
  },
  attentionBackward: {
    args: (random) => {
      const x = inputsOf(random);
      return [...x, random.tensor(x[0].shape), {}];
    },
    call: ({ engine }, args) => engine.attentionBackward(...args),
  },
  matmul: {
    args: (random) => [random.tensor([2, 3, 4]), random.tensor([4, 2])],
    call: ({ engine }, args) => engine.matmul(...args),
  },
  saturation: {
    args: () => [{ headDim: 4, keys: 8, queries: 4, scaled: true, seed: 1 }],
    call: ({ engine }, args) => engine.saturation(...args),
  },
  patternMask: { args: () => [structuredClone(SPARSE), 10], call: ({ engine }, args) => engine.patternMask(...args) },
  xavierUniform: {
    args: () => [[4, 5], { gain: 1, seed: 1 }],
    call: ({ engine }, args) => engine.xavierUniform(...args),
  },
  createMultiheadAttention: {
    args: (random) => [multiheadConfig(random)],
    call: ({ engine }, args) =>
      using(
        () => engine.createMultiheadAttention(...args),
        () => null,
      ),
  },
  'multihead.forward': {
    args: (random) => [
      random.tensor([1, 3, 4]),
      random.tensor([1, 2, 4]),
      random.tensor([1, 2, 4]),
      { isCausal: true, needWeights: true },
    ],
    call: ({ multihead }, args) => multihead.forward(...args),
  },
  'multihead.trace': {
    args: (random) => [random.tensor([1, 3, 4]), random.tensor([1, 2, 4]), random.tensor([1, 2, 4]), { scale: 1 }],
    call: ({ multihead }, args) => multihead.trace(...args),
  },
  'multihead.backward': {
    args: (random) => {
      const x = random.tensor([1, 3, 4]);
      return [x, x, x, random.tensor([1, 3, 4]), {}];
    },
    call: ({ multihead }, args) => multihead.backward(...args),
  },
  createTransformerLayer: {
    args: (random) => [layerConfig(random)],
    call: ({ engine }, args) =>
      using(
        () => engine.createTransformerLayer(...args),
        () => null,
      ),
  },
  'layer.forward': {
    args: (random) => [
      random.tensor([1, 3, 4]),
      { isCausal: true, keyLengths: [2], mask: { allow: random.flags([3, 3]) } },
    ],
    call: ({ layer }, args) => layer.forward(...args),
  },
  'decoder.forward': {
    args: (random) => [
      random.tensor([1, 3, 4]),
      {
        memory: random.tensor([1, 5, 4]),
        memoryKeyLengths: [3],
        isCausal: true,
        mask: { allow: random.flags([3, 3]) },
      },
    ],
    call: ({ decoder }, args) => decoder.forward(...args),
  },
  'layer.begin': { args: () => [undefined], call: ({ layer }, args) => layer.begin(...args) ?? null },
  'layer.step': {
    args: (random) => [random.tensor([1, 1, 4])],
    call: ({ layer }, args) => {
      layer.begin();
      return layer.step(...args);
    },
  },
  createUntrainedModel: {
    args: () => [{ embedDim: 8, numHeads: 2, seed: 1 }],
    call: ({ engine }, args) =>
      using(
        () => engine.createUntrainedModel(...args),
        (model) => model.run('a b').attention('encoder', 0),
      ),
  },
  'model.run': {
    args: () => ['The cat sat on it', { target: '猫 坐', intervene: interventions() }],
    call: ({ models }, args) => models[0].run(...args).attention('cross', 0),
  },
  'untrained.run': {
    args: () => ['The cat sat', { intervene: interventions() }],
    call: ({ models }, args) =>
      models[1]
        .run(...args)
        .layer('encoder', 0)
        .head(0),
  },
  'run.trace': { args: () => ['encoder', 0, 0], call: ({ run }, args) => run.trace(...args) },
  'run.layer': { args: () => ['decoder', 0], call: ({ run }, args) => run.layer(...args).weights },
  loadModel: {
    args: () => [{ weights: new Blob(['x']), config: new Blob(['{}']), tokenizer: new Blob(['{}']) }],
    call: ({ engine }, args) => engine.loadModel(...args),
  },
  createEngine: {
    args: () => [{ build: 'simd', workers: 0, wasmUrl: 'file:///nowhere/' }],
    call: async (_, args) => {
      (await library.createEngine(...args)).dispose();
      return null;
    },
  },
  tensor: {
    args: (random) =>
      random.pick([
        [[1, 2, 3, 4], [2, 2]], // prettier-ignore
        [Float64Array.of(1, 2, 3, 4), [2, 2]],
        [[[[1, 2], [3, 4]]]], // prettier-ignore
      ]),
    call: (_, args) => library.tensor(...args) && null,
  },
  tokenize: { args: () => ['The cat'], call: (_, args) => library.tokenize(...args) && null },
  costOf: {
    args: (random) => [
      {
        queries: 9,
        keys: 9,
        batch: 2,
        heads: 4,
        numKeyValueHeads: 2,
        headDim: 4,
        valueDim: 3,
        embedDim: 16,
        outputProjection: true,
        bias: true,
        hasMask: true,
        materialized: false,
        pattern: random.pick([undefined, structuredClone(SPARSE)]),
      },
    ],
    call: (_, args) => library.costOf(...args),
  },
  alibiMask: { args: () => [4, 3, 5], call: (_, args) => library.alibiMask(...args) },
  sinusoidalPositions: { args: () => [5, 4], call: (_, args) => library.sinusoidalPositions(...args) },
  learnedPositions: {
    args: (random) => [random.tensor([9, 4]), 3, 2],
    call: (_, args) => library.learnedPositions(...args),
  },
  rotaryPositions: {
    args: (random) => [random.tensor([1, 2, 3, 4]), { offset: 2, base: 100, layout: random.pick(['pairs', 'halves']) }],
    call: (_, args) => library.rotaryPositions(...args),
  },
  softmaxJacobian: { args: (random) => [random.tensor([2, 5])], call: (_, args) => library.softmaxJacobian(...args) },
  meanOfHeads: { args: (random) => [random.tensor([2, 3, 4])], call: (_, args) => library.meanOfHeads(...args) },
  attentionRollout: {
    args: (random) => [[random.tensor([2, 3, 3]), random.tensor([2, 3, 3])]],
    call: (_, args) => library.attentionRollout(...args),
  },
  toHalfPrecision: {
    args: (random) => [random.tensor([2, 3])],
    call: (_, args) => library.toHalfPrecision(...args) && null,
  },
  fromHalfPrecision: {
    args: () => [{ bits: Uint16Array.of(1, 2, 3, 4), shape: [2, 2] }],
    call: (_, args) => library.fromHalfPrecision(...args) && null,
  },
  toInt8PerRow: { args: (random) => [random.tensor([2, 3])], call: (_, args) => library.toInt8PerRow(...args) },
  fromInt8PerRow: {
    args: () => [{ values: new Int8Array(6).fill(3), scales: Float32Array.of(1, 2), shape: [2, 3] }],
    call: (_, args) => library.fromInt8PerRow(...args),
  },
  checkExercise: {
    args: (random) => {
      const x = inputsOf(random);
      return [...x, { scores: random.tensor([1, 2, x[0].shape[2], x[0].shape[2]]) }, { tolerance: 0.1 }];
    },
    call: ({ engine }, args) => checkExercise(engine, ...args),
  },
};

/** Makes a normal call after a hostile one, and checks that its results are right. */
function expectUsable({ engine }, random) {
  const inputs = inputsOf(random);
  const { output } = engine.scaledDotProductAttention(...inputs);
  expectClose('the next call', output.data, reference.attention(...inputs).output, 1e-4);
  expectClose('the next trace', engine.traceAttention(...inputs).output.data, output.data, 1e-4);
}

export async function hostileCall(context, random) {
  const name = random.pick(Object.keys(TARGETS));
  const { args, call } = TARGETS[name];
  const given = random.chance(0.1) ? args(random).map(() => hostileValue(random)) : spoil(random, args(random));
  const { value, milliseconds } = await attempt(() => call(context, given));
  try {
    expectSound(value);
    expectUsable(context, random);
  } catch (error) {
    throw new Finding(`${name}: ${error.message}`, { cause: error });
  }
  if (milliseconds > MAX_MILLISECONDS) throw new Finding(`${name}: took ${Math.round(milliseconds)} ms`);
}
