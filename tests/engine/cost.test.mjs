// Operations and memory of attention as the function costOf states them, compared with published formulas, with
// operations counted in loops, and with measured memory.
import { costOf, createEngine } from 'attention-spotlight';
import fc from 'fast-check';
import { engines } from './engines.mjs';
import { lcg } from './fixtures.mjs';
import { about } from '../about.mjs';

test('multi-head attention takes 4·n·d² + 2·n²·d multiply-adds and heads·n² weights', () => {
  const [n, d, heads] = [10, 512, 8];
  const { steps, total } = costOf({ queries: n, embedDim: d, heads, headDim: d / heads });
  expect(steps.projections.multiplyAdds + steps.output.multiplyAdds).toBe(4 * n * d ** 2);
  expect(steps.scores.multiplyAdds + steps.sum.multiplyAdds).toBe(2 * n ** 2 * d);
  expect(total.multiplyAdds).toBe(4 * n * d ** 2 + 2 * n ** 2 * d);
  expect(steps.softmax.bytes).toBe(heads * n ** 2 * 4);
});

test('single-head self-attention has 3·d² parameters, multi-head attention 4·d²', () => {
  const d = 512;
  const self = costOf({ queries: 100, embedDim: d, headDim: d, outputProjection: false });
  const multihead = costOf({ queries: 100, embedDim: d, heads: 8, headDim: d / 8 });
  expect(self.total.parameters).toBe(3 * d ** 2);
  expect(multihead.total.parameters).toBe(4 * d ** 2);
  expect(multihead.steps.scores.multiplyAdds).toBe(self.steps.scores.multiplyAdds);
});

test('the weights of 100,000 tokens take 40 GB; the fused pass materializes none of them', () => {
  const long = { queries: 100_000, headDim: 64 };
  expect(costOf(long).steps.softmax.bytes).toBe(40e9);
  expect(costOf({ ...long, materialized: false }).total.bytes).toBe(100_000 * 64 * 4);
});

test('the cost of each step of scaled dot-product attention', () => {
  const [n, d] = [128, 64];
  const { steps } = costOf({ queries: n, headDim: d, hasMask: true });
  expect(steps.scores.multiplyAdds).toBe(n * n * d);
  expect(steps.scale.elementwise).toBe(n * n);
  expect(steps.mask.elementwise).toBe(n * n);
  expect(steps.softmax.elementwise).toBe(5 * n * n);
  expect(steps.sum.multiplyAdds).toBe(n * n * d);
});

test('counted operations: the formula as loops over the pairs that a pattern keeps', () => {
  const sizes = fc.record({
    tokens: fc.integer({ min: 1, max: 40 }),
    headDim: fc.integer({ min: 1, max: 6 }),
    window: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(sizes, ({ tokens, headDim, window }) => {
      const pattern = { kind: 'window', window };
      const { allow } = engines.simd.patternMask(pattern, tokens);
      let [scores, sum] = [0, 0];
      for (let pair = 0; pair < tokens * tokens; pair++) {
        if (allow.data[pair] === 0) continue;
        for (let c = 0; c < headDim; c++) scores += 1;
        for (let c = 0; c < headDim; c++) sum += 1;
      }
      const { steps } = costOf({ queries: tokens, headDim, pattern });
      expect([steps.scores.multiplyAdds, steps.sum.multiplyAdds]).toEqual([scores, sum]);
    }),
  );
});

test('measured memory: a trace needs what costOf returns, a fused pass far less', async () => {
  const [heads, tokens, headDim] = [2, 500, 16];
  const inputs = [1, 2, 3].map((seed) => lcg(seed, [1, heads, tokens, headDim]));
  const heapGrowth = async (compute) => {
    const engine = await createEngine();
    const before = engine.heapSize;
    compute(engine);
    const bytes = engine.heapSize - before;
    engine.dispose();
    return bytes;
  };
  const inputBytes = 3 * heads * tokens * headDim * 4;
  const trace = costOf({ queries: tokens, heads, headDim, hasMask: true });
  const traced = await heapGrowth((engine) => engine.traceAttention(...inputs));
  expect(traced / (trace.total.bytes + inputBytes)).toBeCloseTo(1, 1);
  const fused = costOf({ queries: tokens, heads, headDim, materialized: false });
  const once = await heapGrowth((engine) => engine.scaledDotProductAttention(...inputs));
  expect(once).toBeLessThan(fused.total.bytes + inputBytes + 300_000);
});

test('measured memory: a layer needs its parameters and, if traced, its projections', async () => {
  const [tokens, embedDim, heads] = [400, 256, 4];
  const expected = costOf({ queries: tokens, embedDim, heads, headDim: embedDim / heads, hasMask: true }).total;
  const engine = await createEngine();
  const empty = engine.heapSize;
  const layer = engine.createMultiheadAttention({ embedDim, numHeads: heads });
  const made = engine.heapSize;
  const x = lcg(1, [1, tokens, embedDim]);
  layer.trace(x, x, x);
  const [parameters, traced] = [made - empty, engine.heapSize - made];
  engine.dispose();
  expect(parameters / (4 * expected.parameters)).toBeCloseTo(1, 1);
  const inputBytes = 3 * x.data.length * 4;
  expect(traced / (expected.bytes + inputBytes)).toBeCloseTo(1, 1);
});

test('sparse patterns and variants grow with n, not with n²', () => {
  const of = (queries, options) => costOf({ queries, headDim: 64, ...options }).total;
  for (const options of [
    { pattern: { kind: 'window', window: 256 } },
    { variant: { kind: 'linformer', rank: 128 } },
    { variant: { kind: 'performer', features: 128 } },
    { variant: { kind: 'linear' } },
  ]) {
    const [one, two] = [of(8192, options), of(16384, options)];
    expect(two.multiplyAdds / one.multiplyAdds).toBeLessThan(2.05);
    expect(two.bytes / one.bytes).toBeLessThan(2.05);
  }
});

test('grouped queries need fewer parameters; biases are counted', () => {
  const all = costOf({ queries: 4, embedDim: 64, heads: 8, headDim: 8 });
  const grouped = costOf({ queries: 4, embedDim: 64, heads: 8, numKeyValueHeads: 2, headDim: 8 });
  expect(all.total.parameters - grouped.total.parameters).toBe(2 * 64 * 48);
  const biased = costOf({ queries: 4, embedDim: 64, heads: 8, headDim: 8, bias: true });
  expect(biased.total.parameters - all.total.parameters).toBe(4 * 64);
});

test.each([
  [{}, about('queries')],
  [{ queries: 4, headDim: 0 }, about('headDim')],
  [{ queries: 4, headDim: 4, seqLen: 3 }, /^options: .*'seqLen'/],
  [{ queries: 4, headDim: 4, variant: { kind: 'linformer', rank: 5 } }, /^variant.rank/],
  [
    { queries: 4, headDim: 4, pattern: { kind: 'window', window: 2 }, variant: { kind: 'linear' } },
    /^pattern: expected none for this variant, got one$/,
  ],
  [{ queries: 4, headDim: 4, bias: true }, /^bias: expected embedDim, too/],
  [{ queries: 4, headDim: 4, outputProjection: false }, /^outputProjection: expected embedDim, too/],
  [{ queries: 4, headDim: 4, hasMask: true, variant: { kind: 'linear' } }, /^hasMask: expected false for a variant/],
])('%j is rejected by name', (options, message) => {
  expect(() => costOf(options)).toThrow(message);
});
