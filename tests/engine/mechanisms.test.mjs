// Mechanisms from textbooks and papers (docs/sources.md), compared with PyTorch operations.
import {
  alibiMask,
  learnedPositions,
  rotaryPositions,
  sinusoidalPositions,
  softmaxJacobian,
} from 'attention-spotlight';
import { checkExercise } from 'attention-spotlight/teaching';
import { BUILDS, engines } from './engines.mjs';
import { fixture, largestDifference, lcg } from './fixtures.mjs';

const { arrays, eps, rotaryOffset } = fixture('mechanisms');
const { query, key, value, keyPadding } = arrays;
const allow = { data: Uint8Array.from(keyPadding.data, (x) => (x > -1 ? 1 : 0)), shape: keyPadding.shape };

const isClose = (given, expected) => {
  expect(given.shape).toEqual(expected.shape);
  expect(largestDifference(given.data, expected.data)).toBeLessThanOrEqual(1e-5);
};

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const attend = (options) => engine.scaledDotProductAttention(query, key, value, options);

  test('eps keeps every weight above 0, masked or not (robust attention)', () => {
    const { output, weights } = attend({ mask: { allow }, eps, needWeights: true });
    isClose(output, arrays.robustOutput);
    isClose(weights, arrays.robustWeights);
    expect(Math.min(...weights.data)).toBeGreaterThan(0);
    isClose(attend({ mask: { allow }, eps }).output, arrays.robustOutput);
  });

  test('ReLU in place of the softmax', () => {
    const { output, weights } = attend({ mask: { allow }, activation: 'relu', needWeights: true });
    isClose(output, arrays.reluOutput);
    isClose(weights, arrays.reluWeights);
  });

  test('RoPE: scores depend on the distance only', () => {
    isClose(rotaryPositions(query, { offset: rotaryOffset }), arrays.rotary);
    const scoresFrom = (offset) =>
      engine.traceAttention(rotaryPositions(query, { offset }), rotaryPositions(key, { offset }), value).scores;
    expect(largestDifference(scoresFrom(0).data, scoresFrom(100).data)).toBeLessThan(1e-4);
  });

  test('ALiBi', () => isClose(attend({ mask: alibiMask(4, 9) }).output, arrays.alibiOutput));

  test.each([
    [-60, -60],
    [-5, -100],
    [1.5e19, 1.5e19],
  ])('a single key has the full weight in linear attention: q = %p, k = %p', (q, k) => {
    const of = (numbers) => ({ data: Float32Array.from(numbers), shape: [1, 1, numbers.length, 1] });
    for (const isCausal of [false, true]) {
      const options = { variant: { kind: 'linear' }, scale: 1, isCausal };
      const { output } = engine.scaledDotProductAttention(of([q]), of([k]), of([7]), options);
      expect(output.data[0]).toBeCloseTo(7, 5);
    }
  });

  test('linear attention with weights beyond float32 is an error, and without keys it is 0', () => {
    const of = (numbers, headDim = 1) => ({
      data: Float32Array.from(numbers),
      shape: [1, 1, numbers.length / headDim, headDim],
    });
    const linear = { variant: { kind: 'linear' }, scale: 1 };
    // Linear attention whose only weight, the product of the features of query and key, is about e^−200 and thus below
    // float32's range.
    const tiny = () => engine.scaledDotProductAttention(of([0, -200], 2), of([-200, 0], 2), of([7]), linear);
    expect(tiny).toThrow(/beyond float32/);
    // The first query attends only to the first key. That key's feature is about e^−80, whereas the second one's is
    // 1e30; they must not be scaled by the same factor.
    const far = { ...linear, isCausal: true };
    expect(engine.scaledDotProductAttention(of([0, 0]), of([-80, 1e30]), of([7, 8]), far).output.data[0]).toBe(7);
    const { output } = engine.scaledDotProductAttention(of([0]), of([1]), of([7]), { ...linear, keyLengths: [0] });
    expect([...output.data]).toEqual([0]);
  });

  test('linear attention', () => {
    isClose(attend({ variant: { kind: 'linear' } }).output, arrays.linear);
    isClose(attend({ variant: { kind: 'linear' }, isCausal: true }).output, arrays.linearCausal);
  });

  test('a window with a global token', () =>
    isClose(attend({ pattern: { kind: 'window', window: 4, global: [0] } }).output, arrays.window));

  test('batched matrix products: (10, 3, 5, 4)·(10, 3, 4, 3), and with broadcasting', () => {
    isClose(engine.matmul(arrays.a, arrays.b), arrays.product);
    isClose(engine.matmul(arrays.a, arrays.c), arrays.broadcastProduct);
  });

  test('matrices with incompatible shapes are named', () => {
    const of = (...shape) => lcg(1, shape);
    expect(() => engine.matmul(of(2, 3), of(2, 3))).toThrow('b.shape: expected 3 rows, the columns of a, got [2, 3]');
    expect(() => engine.matmul(of(2, 2, 3), of(4, 3, 2))).toThrow(/^b.shape: expected batch dimensions that broadcast/);
    expect(() => engine.matmul(of(3), of(3, 1))).toThrow('a.shape: expected 2 or more dimensions, got [3]');
  });

  describe('the reason for dividing scores by √d_k', () => {
    const sizes = [1, 4, 16, 64, 256, 1024];
    const of = (scaled) => sizes.map((headDim) => engine.saturation({ headDim, scaled }));

    test('without it the variance of the scores is d_k, with it 1', () => {
      of(false).forEach(({ scoreVariance }, at) => expect(scoreVariance / sizes[at]).toBeCloseTo(1, 0));
      of(true).forEach(({ scoreVariance }) => expect(scoreVariance).toBeCloseTo(1, 0));
    });

    test('without it the softmax saturates and its gradient vanishes; with it neither', () => {
      const free = of(false);
      const [small, large] = [free[0], free.at(-1)];
      expect(large.largestWeight).toBeGreaterThan(0.9);
      expect(large.entropy).toBeLessThan(0.2);
      expect(large.gradientNorm).toBeLessThan(small.gradientNorm);
      for (const { entropy, largestWeight } of of(true)) {
        expect(entropy).toBeGreaterThan(3);
        expect(largestWeight).toBeLessThan(0.3);
      }
    });

    test('the same seed gives the same result', () => {
      expect(engine.saturation({ headDim: 8, seed: 5 })).toEqual(engine.saturation({ headDim: 8, seed: 5 }));
      expect(engine.saturation({ headDim: 8, seed: 5 })).not.toEqual(engine.saturation({ headDim: 8, seed: 6 }));
    });
  });

  describe('an exercise: attention by hand', () => {
    const shape = [1, 1, 3, 2];
    const q = { data: Float32Array.of(1, 0, 0, 1, 1, 1), shape };
    const k = { data: Float32Array.of(1, 0, 0, 1, 1, 1), shape };
    const v = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape };
    const trace = engine.traceAttention(q, k, v);
    const copy = (tensor) => ({ ...tensor, data: tensor.data.map((x) => Math.round(x * 1000) / 1000) });

    test('correct results, rounded to three places, are accepted', () => {
      const { scores, scaled, weights, output } = trace;
      const steps = { scores: copy(scores), scaled: copy(scaled), weights: copy(weights), output: copy(output) };
      expect(checkExercise(engine, q, k, v, steps)).toBeNull();
    });

    test('the first wrong cell is reported, not the cells that depend on it', () => {
      const steps = { scores: copy(trace.scores), scaled: copy(trace.scaled), output: copy(trace.output) };
      steps.scaled.data[5] = 9;
      steps.output.data[0] = 9;
      expect(checkExercise(engine, q, k, v, steps)).toEqual({
        step: 'scaled',
        batch: 0,
        head: 0,
        row: 1,
        column: 2,
        expected: trace.scaled.data[5],
        got: 9,
      });
    });

    test('only the given steps are checked, with the given tolerance', () => {
      const weights = copy(trace.weights);
      weights.data[0] += 0.05;
      expect(checkExercise(engine, q, k, v, { weights }, { tolerance: 0.1 })).toBeNull();
      expect(checkExercise(engine, q, k, v, { weights })).toMatchObject({ step: 'weights', row: 0, column: 0 });
      expect(checkExercise(engine, q, k, v, {})).toBeNull();
      expect(() => checkExercise(engine, q, k, v, { weights: q })).toThrow(
        'steps.weights.shape: expected [1, 1, 3, 3]',
      );
      expect(() => checkExercise(engine, q, k, v, { weight: weights })).toThrow(/^steps: .*'weight'/);
    });
  });

  test('extreme scores: ±1e4, all equal, all masked out', () => {
    const at = (numbers) => ({ data: Float32Array.from(numbers), shape: [1, 1, numbers.length, 1] });
    const values = at([1, 2, 3]);
    const of = (keys, options) => engine.scaledDotProductAttention(at([1]), at(keys), values, options).output.data[0];
    expect(of([1e4, -1e4, -1e4])).toBe(1);
    expect(of([-1e4, -1e4, -1e4])).toBeCloseTo(2, 6);
    expect(of([1e4, 1e4, 1e4])).toBeCloseTo(2, 6);
    expect(of([1, 1, 1], { keyLengths: [0] })).toBe(0);
  });
});

test('the Jacobian of the softmax', () => isClose(softmaxJacobian(arrays.softmax), arrays.jacobian));

test('learned positions: rows of the table from any position, never beyond its end', () => {
  const weight = lcg(9, [6, 4]);
  expect(learnedPositions(weight, 6)).toEqual(weight);
  expect(learnedPositions(weight, 2, 3)).toEqual({ data: weight.data.slice(12, 20), shape: [2, 4] });
  expect(() => learnedPositions(weight, 4, 3)).toThrow(/^weight.shape\[0\]: expected at least 7 .*got 6$/);
});

test('sinusoidal positions equal those that a model adds to its embeddings', () => {
  const model = engines.simd.createUntrainedModel({ embedDim: 16 });
  const { data } = model.run('again again again again again').layer('encoder', 0).queryInput;
  const positions = sinusoidalPositions(5, 16).data;
  model.dispose();
  const fromFirst = (values) => values.map((value, at) => value - values[at % 16]);
  expect(largestDifference(fromFirst(data), fromFirst(positions))).toBeLessThan(1e-6);
});

test('sinusoidal positions: the product of two encodings depends on their distance only', () => {
  const { data } = sinusoidalPositions(50, 8);
  expect([...data.subarray(0, 4)]).toEqual([0, 1, 0, 1]);
  const dot = (a, b) => Array.from({ length: 8 }).reduce((sum, _, c) => sum + data[a * 8 + c] * data[b * 8 + c], 0);
  expect(dot(3, 5)).toBeCloseTo(dot(40, 42), 5);
});
