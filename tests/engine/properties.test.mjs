// Property tests of attention (fast-check) with random shapes and options.
import fc from 'fast-check';
import { BUILDS, engines } from './engines.mjs';
import { largestDifference, lcg } from './fixtures.mjs';
import { attention } from '../fuzz/reference.mjs';
import { DEFAULT_OPTIONS } from '../../web/engine/attention/attention-options.js';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60);

const size = (most) => fc.integer({ min: 1, max: most });
const shapes = fc.record({
  batch: size(3),
  heads: size(3),
  queries: size(19),
  keys: size(19),
  headDim: size(37),
  valueDim: size(19),
  seed: fc.nat(1e6),
});

const inputs = ({ batch, heads, queries, keys, headDim, valueDim, seed }) => [
  lcg(seed, [batch, heads, queries, headDim]),
  lcg(seed + 1, [batch, heads, keys, headDim]),
  lcg(seed + 2, [batch, heads, keys, valueDim]),
];

/** Random flags or numbers for a mask, [queries, keys]. */
function maskOf(kind, { queries, keys, seed }) {
  const random = lcg(seed + 3, [queries, keys]);
  const flags = { data: Uint8Array.from(random.data, (x) => (x > 0.4 ? 1 : 0)), shape: random.shape };
  return { [kind]: kind === 'add' ? random : flags };
}

/** Possible values of each option that is compared between the fused pass and the trace, as functions of the shape. */
const COMPARED = {
  isCausal: [() => false, () => true, () => 'lower-right'],
  dropoutP: [() => 0, () => 0.3],
  seed: [() => 0, ({ seed }) => seed],
  scale: [() => undefined, () => 1, () => 0.05],
  keyLengths: [
    () => undefined,
    ({ batch, keys, seed }) => Array.from({ length: batch }, (_, entry) => (seed + entry) % (keys + 1)),
  ],
  mask: [() => undefined, ...['allow', 'block', 'add'].map((kind) => (shape) => maskOf(kind, shape))],
};
/** Other options: those that the fused pass does not support, and those with a test of their own. */
const NOT_COMPARED = ['activation', 'eps', 'needWeights', 'variant', 'enableGqa', 'pattern', 'firstQuery'];

test('every option of attention is compared between the fused pass and the trace, or named as one that is not', () => {
  expect([...Object.keys(COMPARED), ...NOT_COMPARED].sort()).toEqual(Object.keys(DEFAULT_OPTIONS).sort());
});

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const holds = (arbitrary, property) => fc.assert(fc.property(arbitrary, property), { numRuns: RUNS });

  test('attention equals the formula, with random masks', () => {
    holds(shapes, (shape) => {
      const { batch, heads, queries, keys, seed } = shape;
      const [q, k, v] = inputs(shape);
      const random = lcg(seed + 3, [batch, heads, queries, keys]);
      const block = { data: Uint8Array.from(random.data, (x) => (x > 0.4 ? 1 : 0)), shape: random.shape };
      const options = { mask: { block } };
      const { output } = engine.scaledDotProductAttention(q, k, v, options);
      expect(largestDifference(output.data, attention(q, k, v, options).output)).toBeLessThanOrEqual(1e-5);
    });
  });

  test('the fused pass equals the trace, for any options', () => {
    const options = fc.record(
      Object.fromEntries(Object.entries(COMPARED).map(([name, values]) => [name, fc.constantFrom(...values)])),
    );
    holds(fc.tuple(shapes, options, fc.boolean()), ([small, drawn, isLong]) => {
      const shape = isLong
        ? { ...small, batch: 1, heads: 1, queries: small.queries + 60, keys: small.keys * 9 }
        : small;
      const given = Object.fromEntries(
        Object.entries(drawn)
          .map(([name, valueOf]) => [name, valueOf(shape)])
          .filter(([, value]) => value !== undefined),
      );
      const trace = engine.traceAttention(...inputs(shape), given);
      const { output } = engine.scaledDotProductAttention(...inputs(shape), given);
      expect(largestDifference(output.data, trace.output.data)).toBeLessThanOrEqual(2e-5);
    });
  });

  test('every row of weights is positive and sums to 1', () => {
    holds(shapes, (shape) => {
      const { weights } = engine.traceAttention(...inputs(shape));
      const keys = shape.keys;
      for (let row = 0; row < weights.data.length; row += keys) {
        const values = weights.data.subarray(row, row + keys);
        expect(values.every((weight) => weight >= 0)).toBe(true);
        expect(Math.abs(values.reduce((a, b) => a + b, 0) - 1)).toBeLessThanOrEqual(1e-6);
      }
    });
  });

  test('padding after the real keys changes nothing', () => {
    holds(shapes, (shape) => {
      const [q, k, v] = inputs(shape);
      const { batch, heads, keys } = shape;
      const padded = ({ data, shape: [, , , width] }) => {
        const longer = new Float32Array(batch * heads * (keys + 2) * width).fill(9);
        for (let bh = 0; bh < batch * heads; bh++) {
          longer.set(data.subarray(bh * keys * width, (bh + 1) * keys * width), bh * (keys + 2) * width);
        }
        return { data: longer, shape: [batch, heads, keys + 2, width] };
      };
      const plain = engine.scaledDotProductAttention(q, k, v).output.data;
      const keyLengths = Array(batch).fill(keys);
      const masked = engine.scaledDotProductAttention(q, padded(k), padded(v), { keyLengths }).output.data;
      expect(largestDifference(plain, masked)).toBeLessThanOrEqual(2e-6);
    });
  });

  test('grouped queries equal repeated key/value heads, fused and traced', () => {
    const grouped = fc.record({ groups: size(3), each: size(3), queries: size(9), keys: size(9), seed: fc.nat(1e6) });
    holds(grouped, ({ groups, each, queries, keys, seed }) => {
      const query = lcg(seed, [2, groups * each, queries, 5]);
      const key = lcg(seed + 1, [2, groups, keys, 5]);
      const value = lcg(seed + 2, [2, groups, keys, 6]);
      const repeated = ({ data, shape: [batch, , rows, columns] }) => {
        const one = rows * columns;
        const heads = Array.from({ length: batch * groups * each }, (_, head) => {
          const from = Math.floor(head / each) * one;
          return [...data.subarray(from, from + one)];
        });
        return { data: Float32Array.from(heads.flat()), shape: [batch, groups * each, rows, columns] };
      };
      for (const needWeights of [false, true]) {
        expect(engine.scaledDotProductAttention(query, key, value, { enableGqa: true, needWeights })).toEqual(
          engine.scaledDotProductAttention(query, repeated(key), repeated(value), { needWeights }),
        );
      }
    });
  });

  test('batch entries and heads are independent', () => {
    holds(shapes, (shape) => {
      const [q, k, v] = inputs(shape);
      const all = engine.scaledDotProductAttention(q, k, v).output;
      const parts = shape.batch * shape.heads;
      const last = ({ data, shape: [, , rows, columns] }) => ({
        data: data.slice((data.length / parts) * (parts - 1)),
        shape: [1, 1, rows, columns],
      });
      expect(engine.scaledDotProductAttention(last(q), last(k), last(v)).output).toEqual(last(all));
    });
  });

  test('passing one tensor several times equals passing copies', () => {
    const embedDim = 12;
    const layer = engine.createMultiheadAttention({ embedDim, numHeads: 3 });
    const copy = ({ data, shape }) => ({ data: data.slice(), shape });
    const results = (query, key, value, gradient) => ({
      forward: layer.forward(query, key, value),
      trace: layer.trace(query, key, value),
      backward: layer.backward(query, key, value, gradient),
    });
    holds(fc.record({ batch: size(3), queries: size(9), keys: size(9), seed: fc.nat(1e6) }), (shape) => {
      const { batch, queries, keys, seed } = shape;
      const x = lcg(seed, [batch, queries, embedDim]);
      const memory = lcg(seed + 1, [batch, keys, embedDim]);
      const other = lcg(seed + 2, [batch, keys, embedDim]);
      const gradient = lcg(seed + 3, [batch, queries, embedDim]);
      const alike = lcg(seed + 4, [batch, queries, embedDim]);
      for (const [query, key, value] of [
        [x, memory, other],
        [x, memory, memory],
        [x, x, x],
        [x, x, alike],
        [x, alike, x],
      ]) {
        expect(results(query, key, value, gradient)).toEqual(results(query, copy(key), copy(value), gradient));
      }
    });
    layer.dispose();
  });
});
