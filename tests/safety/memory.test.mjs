// WebAssembly memory: if an array does not fit, the call fails with an error that names the array and its size in
// bytes, and the engine is unchanged.
import { readFileSync } from 'node:fs';
import { alibiMask, sinusoidalPositions, softmaxJacobian, tensor } from 'attention-spotlight';
import { Engine } from '../../web/engine/api/engine.js';
import { instantiate } from '../../web/engine/runtime/wasm-module.js';
import { engines, SOME_BUILDS } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';
import { modelFiles } from './model-file.mjs';
import { about } from '../about.mjs';

const HAS_MANY_RUNS = Boolean(process.env.PROPERTY_RUNS);
const OUT_OF_MEMORY = /^out of memory: .+ \[[\d, ]+\] needs \d+ bytes; expected at most 2 GB/;

const size = (shape) => shape.reduce((product, each) => product * each, 1);
const zeros = (...shape) => tensor(new Float32Array(size(shape)), shape);

/** Config of a Transformer layer whose weights are all 0. */
function layerConfig(embedDim, numHeads, feedforwardDim, more = {}) {
  const norm = { weight: [embedDim], bias: [embedDim] };
  const shapes = {
    'self_attn.in_proj_weight': [3 * embedDim, embedDim],
    'self_attn.in_proj_bias': [3 * embedDim],
    'self_attn.out_proj.weight': [embedDim, embedDim],
    'self_attn.out_proj.bias': [embedDim],
    'linear1.weight': [feedforwardDim, embedDim],
    'linear1.bias': [feedforwardDim],
    'linear2.weight': [embedDim, feedforwardDim],
    'linear2.bias': [embedDim],
    'norm1.weight': norm.weight,
    'norm1.bias': norm.bias,
    'norm2.weight': norm.weight,
    'norm2.bias': norm.bias,
  };
  const weights = Object.fromEntries(Object.entries(shapes).map(([name, shape], at) => [name, lcg(at + 1, shape)]));
  return { embedDim, numHeads, feedforwardDim, weights, ...more };
}

/**
 * Checks that numbers are close. They need not be bit-identical, since relaxed SIMD may round differently after its
 * code has been optimized.
 */
function expectClose(actual, expected) {
  expect(actual.length).toBe(expected.length);
  let largest = 0;
  actual.forEach((value, at) => {
    if (value !== expected[at]) largest = Math.max(largest, Math.abs(value - expected[at]));
  });
  expect(largest).toBeLessThan(1e-4);
}

const errorOf = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error, got none');
};

/**
 * Checks that a call fails twice in the same way, and that the engine then computes as before and uses no more memory.
 */
function expectOutOfMemory(engine, call, message) {
  const heap = engine.heapSize;
  for (let i = 0; i < 2; i++) {
    const error = errorOf(call);
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toMatch(OUT_OF_MEMORY);
    expect(error.message).toMatch(message);
  }
  expect(engine.heapSize).toBeGreaterThan(0);
  expect(engine.heapSize).toBeLessThan(heap + 100_000);
  const { output } = engine.scaledDotProductAttention(
    zeros(1, 1, 2, 2),
    zeros(1, 1, 2, 2),
    tensor([1, 2], [1, 1, 2, 1]),
  );
  expect([...output.data]).toEqual([1.5, 1.5]);
}

describe.each(SOME_BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test('a hidden layer of more than 2³² bytes', () => {
    const layer = engine.createTransformerLayer(layerConfig(1, 1, 65_536));
    const x = zeros(1, 16_385, 1);
    expectOutOfMemory(engine, () => layer.forward(x), /the hidden layer \[1, 16385, 65536\] needs 4295229440 bytes/);
    layer.dispose();
  });

  if (HAS_MANY_RUNS) {
    test('48 million keys, and more than fit', () => {
      const value = zeros(1, 1, 4.8e7, 1);
      for (let at = 0; at < value.data.length; at++) value.data[at] = (at % 1000) / 1000;
      const query = zeros(1, 1, 3, 1);
      for (let call = 0; call < 2; call++) {
        const { output } = engine.scaledDotProductAttention(query, value, value);
        for (const number of output.data) expect(number).toBeCloseTo(0.4995, 3);
      }
      const key = zeros(1, 1, 7e7, 1);
      expectOutOfMemory(engine, () => engine.scaledDotProductAttention(query, key, key), /packed values/);
    });

    test('a hidden layer of more than 2³² bytes, of many tokens', () => {
      const layer = engine.createTransformerLayer(layerConfig(64, 4, 3072));
      expectOutOfMemory(engine, () => layer.forward(zeros(1380, 256, 64)), /the hidden layer \[1380, 256, 3072\]/);
      layer.dispose();
    });

    test('weights and gradients that together do not fit', () => {
      const wide = (embedDim) => () => engine.createMultiheadAttention({ embedDim, numHeads: 1 }).dispose();
      expectOutOfMemory(engine, wide(16_384), /weight|packed|generated/);
      expectOutOfMemory(engine, () => engine.createUntrainedModel({ embedDim: 16_384 }), /weight|packed|generated/);
      const multihead = engine.createMultiheadAttention({ embedDim: 8, numHeads: 8 });
      const x = zeros(1, 5000, 8);
      expectOutOfMemory(engine, () => multihead.backward(x, x, x, x), /\[1, 8, 5000, 5000\]/);
      multihead.dispose();
    });
  }

  test('gradients that do not fit, in npm run test:full again and again', () => {
    const q = zeros(1, 1, 15000, 1);
    for (let call = 0; call < (process.env.FULL ? 2 : 1); call++) {
      expectOutOfMemory(engine, () => engine.attentionBackward(q, q, q, q), /\[1, 1, 15000, 15000\]/);
    }
  });

  test('weights for which the memory grows', async () => {
    const { engine: own } = await smallEngine();
    const multihead = own.createMultiheadAttention({ embedDim: 1024, numHeads: 1 });
    multihead.dispose();
    own.createUntrainedModel({ embedDim: 2048 }).dispose();
  });

  test('initial weights and models of more than 2 GB', () => {
    expectOutOfMemory(engine, () => engine.xavierUniform([1, 6e8]), /\[1, 600000000\] needs 2400000000 bytes/);
    expectOutOfMemory(engine, () => engine.xavierUniform([2 ** 31 - 1, 2 ** 31 - 1]), /needs 18446744\d+ bytes/);
    expectOutOfMemory(
      engine,
      () => engine.saturation({ headDim: 1e9, queries: 1e9 }),
      /needs 4000000000000000000 bytes/,
    );
    expect(() => engine.xavierUniform([2 ** 32 + 1, 1])).toThrow(about('shape[0]'));
    expect(() => engine.saturation({ headDim: 2 ** 32 + 1 })).toThrow(about('headDim'));
  });

  test('a refused step is not part of the sequence', () => {
    const layer = engine.createTransformerLayer(layerConfig(4, 2, 8));
    const step = (seed) => [...layer.step(lcg(seed, [1, 1, 4])).data];
    layer.begin();
    const expected = [step(1), step(2)];
    layer.begin();
    const actual = [step(1)];
    expect(() => layer.step(tensor([3e38, -3e38, 3e38, 1], [1, 1, 4]))).toThrow(/beyond float32/);
    actual.push(step(2));
    expect(actual).toEqual(expected);
    layer.dispose();
  });

  // Inputs of calls that each allocate several arrays.
  const q = lcg(1, [2, 2, 70, 12]);
  const v = lcg(2, [2, 2, 70, 9]);
  const x = lcg(3, [1, 65, 16]);
  const memory = lcg(4, [1, 40, 16]);
  const one = lcg(5, [1, 1, 2, 3]);
  const attend = (options) => (engine) => engine.scaledDotProductAttention(q, q, v, options).output;
  const COMPUTATIONS = {
    'the fused pass': attend({ isCausal: true }),
    'a masked attention': attend({ mask: { add: lcg(6, [70, 70]) }, keyLengths: [70, 30] }),
    'a sparse attention': attend({ pattern: { kind: 'bigbird', window: 8, global: [3] } }),
    performer: attend({ variant: { kind: 'performer', features: 20 }, isCausal: true }),
    linformer: attend({ variant: { kind: 'linformer', rank: 8 } }),
    'a trace': (engine) => engine.traceAttention(q, q, v).masked,
    'the backward pass': (engine) => engine.attentionBackward(q, q, v, v).query,
    matmul: (engine) => engine.matmul(q, lcg(7, [12, 100])),
    xavierUniform: (engine) => engine.xavierUniform([300, 40]),
    'multi-head attention': (_, { multihead }) => multihead.forward(x, x, x).output,
    'a trace of it': (_, { multihead }) => multihead.trace(x, memory, memory).output,
    'its backward pass': (_, { multihead }) => multihead.backward(x, memory, memory, x).inProjWeight,
    'a new one': (engine) => {
      const multihead = engine.createMultiheadAttention({ embedDim: 16, numHeads: 2 });
      try {
        return multihead.forward(x, x, x).output;
      } finally {
        multihead.dispose();
      }
    },
    'a layer': (_, { layer }) => layer.forward(x),
    'a new layer': (engine) => {
      const layer = engine.createTransformerLayer(layerConfig(16, 2, 40));
      try {
        return layer.forward(x);
      } finally {
        layer.dispose();
      }
    },
    'steps of a layer': (_, { layer }) => {
      layer.begin();
      layer.step(lcg(8, [1, 1, 16]));
      return layer.step(lcg(9, [1, 1, 16]));
    },
    'an untrained model': (_, { untrained }) => untrained.run('The cat sat on the mat').layer('encoder', 0).output,
    'a trained model': (_, { model }) => model.run('The cat sat').trace('cross', 0, 1).output,
  };
  const reduce = (engine) => engine.traceAttention(one, one, one);

  /** A separate engine, and functions that allocate nearly all of its memory and free it again. */
  async function smallEngine() {
    const file = new URL(`../../web/engine/wasm/spotlight-${build}.wasm`, import.meta.url);
    const module = await instantiate(await WebAssembly.compile(readFileSync(file)));
    const read = (url) => Promise.resolve(new Uint8Array(readFileSync(url)).buffer);
    const own = new Engine(
      { module, compiled: null, build, threads: 1, dispose: () => {} },
      { read, wasmUrl: undefined },
      0,
    );
    const taken = [];
    const take = (bytes) => {
      const block = new module.GeneratedTensor();
      try {
        block.resize(1, bytes / 4);
        taken.push(block);
        return true;
      } catch (error) {
        expect(error.message).toMatch(OUT_OF_MEMORY);
        block.delete();
        return false;
      }
    };
    return {
      engine: own,
      /**
       * Allocates all memory of the engine except `room` bytes. Nothing is written to it, so that the operating system
       * need not provide it.
       */
      fill: (room) => {
        const spare = new module.GeneratedTensor();
        spare.resize(1, room / 4);
        for (let bytes = 2 ** 30; bytes >= 256; bytes /= 2) while (take(bytes));
        spare.delete();
      },
      empty: () => taken.splice(0).forEach((block) => block.delete()),
      makers: {
        multihead: own.createMultiheadAttention({ embedDim: 16, numHeads: 2 }),
        layer: own.createTransformerLayer(layerConfig(16, 2, 40)),
        untrained: own.createUntrainedModel({ embedDim: 16, numHeads: 2 }),
        model: await own.loadModel(modelFiles()),
      },
    };
  }

  const ROOMS = HAS_MANY_RUNS
    ? Array.from({ length: 200 }, (_, at) => 64 * Math.round(1.06 ** at))
    : [512, 6000, 40_000, 250_000];

  test('near 4 GB every call succeeds or is refused, and the next is right', async () => {
    const { engine: own, fill, empty, makers } = await smallEngine();
    let refused = 0;
    for (const [name, compute] of Object.entries(COMPUTATIONS)) {
      const expected = compute(own, makers).data;
      for (const room of ROOMS) {
        reduce(own);
        fill(Math.ceil(room / 4) * 4);
        try {
          expectClose(compute(own, makers).data, expected);
        } catch (error) {
          if (!OUT_OF_MEMORY.test(error.message)) {
            throw new Error(`${name}, ${room} bytes: ${error}`, { cause: error });
          }
          expect(error).toBeInstanceOf(RangeError);
          refused++;
        }
        empty();
        expectClose(compute(own, makers).data, expected);
      }
    }
    expect(refused).toBeGreaterThan(ROOMS.length * 4);
    const refuse = () => expect(() => own.xavierUniform([1, 6e8])).toThrow(OUT_OF_MEMORY);
    refuse(); // frees the rows that products have packed
    const before = own.heapSize;
    for (let at = 0; at < 300; at++) refuse();
    expect(own.heapSize).toBe(before);
  });

  test('a text goes on after another call of its model was refused', async () => {
    const { engine: own, fill, empty } = await smallEngine();
    const part = (name) => new Blob([readFileSync(new URL(`../fixtures/models/llama/${name}`, import.meta.url))]);
    const model = await own.loadPretrained({ weights: part('model.safetensors'), config: part('config.json') });
    const generate = () => model.generate([1, 5, 7], { maxTokens: 5 });
    const expected = Array.from(generate(), ({ id }) => id);
    const run = model.run(Array.from({ length: 40 }, (_, at) => at % 9));
    const generation = generate();
    const actual = [generation.next().value.id];
    fill(64);
    expect(() => run.attention('decoder', 0)).toThrow(OUT_OF_MEMORY);
    empty();
    for (const { id } of generation) actual.push(id);
    expect(actual).toEqual(expected);
  });
});

test.each([
  ['alibiMask', () => alibiMask(1e9, 1, 1), about('heads', 1000000000)],
  ['sinusoidalPositions', () => sinusoidalPositions(1e9, 1e9), OUT_OF_MEMORY],
  ['softmaxJacobian', () => softmaxJacobian(zeros(1, 1e5)), OUT_OF_MEMORY],
  ['a shape of 2³² − 1 dimensions', () => tensor([1], new Array(2 ** 32 - 1)), about('shape', 4294967295)],
])('%s beyond all limits is refused at once', (_, call, message) => {
  const start = performance.now();
  expect(call).toThrow(RangeError);
  expect(call).toThrow(message);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('random blocks and target tokens are limited', async () => {
  const engine = engines.simd;
  const q = zeros(1, 1, 256, 4);
  const withBlocks = (randomBlocks) =>
    engine.scaledDotProductAttention(q, q, q, { pattern: { kind: 'bigbird', window: 8, randomBlocks } });
  expect(() => withBlocks(1e8)).toThrow(about('pattern.randomBlocks', 100000000));
  expect(withBlocks(4).output.shape).toEqual([1, 1, 256, 4]);
  const model = await engine.loadModel();
  expect(() => model.run('x', { target: 'x'.repeat(8000) })).toThrow(
    /target: expected at most 1024 subwords, got 8001/,
  );
  model.dispose();
});
