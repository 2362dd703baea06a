// What an attention costs: the source documents' tables, operations that are counted, memory that is measured.
import { costOf, createEngine } from 'attention-spotlight';
import fc from 'fast-check';
import { engines } from './engines.mjs';
import { lcg } from './fixtures.mjs';

test('document 000: time n·d² + n²·d, space h·n²', () => {
  const [n, d, heads] = [10, 512, 8];
  const { steps, total } = costOf({ queries: n, embedDim: d, heads, headDim: d / heads });
  expect(steps.projections.multiplyAdds + steps.output.multiplyAdds).toBe(4 * n * d ** 2);
  expect(steps.scores.multiplyAdds + steps.mix.multiplyAdds).toBe(2 * n ** 2 * d);
  expect(total.multiplyAdds).toBe(4 * n * d ** 2 + 2 * n ** 2 * d);
  expect(steps.softmax.bytes).toBe(heads * n ** 2 * 4);
});

test('document 001: 3·d² parameters of self-attention, 4·d² of multi-head attention', () => {
  const d = 512;
  const self = costOf({ queries: 100, embedDim: d, headDim: d, outputProjection: false });
  const multihead = costOf({ queries: 100, embedDim: d, heads: 8, headDim: d / 8 });
  expect(self.total.parameters).toBe(3 * d ** 2);
  expect(multihead.total.parameters).toBe(4 * d ** 2);
  expect(multihead.steps.scores.multiplyAdds).toBe(self.steps.scores.multiplyAdds);
});

test('document 002: 40 GB for the weights of 100,000 words; a fused pass holds none of them', () => {
  const long = { queries: 100_000, headDim: 64 };
  expect(costOf(long).steps.softmax.bytes).toBe(40e9);
  expect(costOf({ ...long, held: false }).total.bytes).toBe(100_000 * 64 * 4);
});

test('document 004: each step of its table', () => {
  const [n, d] = [128, 64];
  const { steps } = costOf({ queries: n, headDim: d, masked: true });
  expect(steps.scores.multiplyAdds).toBe(n * n * d);
  expect(steps.scale.elementwise).toBe(n * n);
  expect(steps.mask.elementwise).toBe(n * n);
  expect(steps.softmax.elementwise).toBe(5 * n * n);
  expect(steps.mix.multiplyAdds).toBe(n * n * d);
});

test('operations that are counted: the formula written with loops, over what a pattern keeps', () => {
  const sizes = fc.record({
    words: fc.integer({ min: 1, max: 40 }),
    headDim: fc.integer({ min: 1, max: 6 }),
    window: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(sizes, ({ words, headDim, window }) => {
      const pattern = { kind: 'window', window };
      const { allow } = engines.simd.patternMask(pattern, words);
      let [scores, mix] = [0, 0];
      for (let pair = 0; pair < words * words; pair++) {
        if (allow.data[pair] === 0) continue;
        for (let c = 0; c < headDim; c++) scores += 1;
        for (let c = 0; c < headDim; c++) mix += 1;
      }
      const { steps } = costOf({ queries: words, headDim, pattern });
      expect([steps.scores.multiplyAdds, steps.mix.multiplyAdds]).toEqual([scores, mix]);
    }),
  );
});

test('memory that is measured: a trace holds what is said, a fused pass far less', async () => {
  const [heads, words, headDim] = [2, 500, 16];
  const inputs = [1, 2, 3].map((seed) => lcg(seed, [1, heads, words, headDim]));
  const held = async (compute) => {
    const engine = await createEngine();
    const before = engine.heapSize;
    compute(engine);
    const bytes = engine.heapSize - before;
    engine.dispose();
    return bytes;
  };
  const inputBytes = 3 * heads * words * headDim * 4;
  const trace = costOf({ queries: words, heads, headDim, masked: true });
  const traced = await held((engine) => engine.traceAttention(...inputs));
  expect(traced / (trace.total.bytes + inputBytes)).toBeCloseTo(1, 1);
  const fused = costOf({ queries: words, heads, headDim, held: false });
  const once = await held((engine) => engine.scaledDotProductAttention(...inputs));
  expect(once).toBeLessThan(fused.total.bytes + inputBytes + 300_000);
});

test('memory that is measured: a layer holds its parameters and, traced, its projections too', async () => {
  const [words, embedDim, heads] = [400, 256, 4];
  const said = costOf({ queries: words, embedDim, heads, headDim: embedDim / heads, masked: true }).total;
  const engine = await createEngine();
  const empty = engine.heapSize;
  const layer = engine.createMultiheadAttention({ embedDim, numHeads: heads });
  const made = engine.heapSize;
  const x = lcg(1, [1, words, embedDim]);
  layer.trace(x, x, x);
  const [parameters, traced] = [made - empty, engine.heapSize - made];
  engine.dispose();
  const writtenThrough = embedDim ** 2; // one matrix's worth of numbers, given back afterwards
  expect(parameters / (4 * (said.parameters + writtenThrough))).toBeCloseTo(1, 1);
  const inputBytes = 3 * x.data.length * 4;
  expect(traced / (said.bytes + inputBytes)).toBeCloseTo(1, 1);
});

test('what sums the keys up grows with n, not with n²', () => {
  const of = (queries, pattern) => costOf({ queries, headDim: 64, pattern }).total;
  for (const pattern of [
    { kind: 'window', window: 256 },
    { kind: 'linformer', rank: 128 },
    { kind: 'performer', features: 128 },
    { kind: 'linear' },
  ]) {
    const [one, two] = [of(8192, pattern), of(16384, pattern)];
    expect(two.multiplyAdds / one.multiplyAdds).toBeLessThan(2.05);
    expect(two.bytes / one.bytes).toBeLessThan(2.05);
  }
});

test('grouped queries need fewer parameters; biases count', () => {
  const all = costOf({ queries: 4, embedDim: 64, heads: 8, headDim: 8 });
  const grouped = costOf({ queries: 4, embedDim: 64, heads: 8, keyHeads: 2, headDim: 8 });
  expect(all.total.parameters - grouped.total.parameters).toBe(2 * 64 * 48);
  const biased = costOf({ queries: 4, embedDim: 64, heads: 8, headDim: 8, bias: true });
  expect(biased.total.parameters - all.total.parameters).toBe(4 * 64);
});

test.each([
  [{}, /^queries: expected a number/],
  [{ queries: 4, headDim: 0 }, /^headDim: expected a whole number/],
  [{ queries: 4, headDim: 4, words: 3 }, /^options: .*'words'/],
  [{ queries: 4, headDim: 4, pattern: { kind: 'linformer', rank: 5 } }, /^pattern.rank/],
])('%j is refused by name', (options, message) => {
  expect(() => costOf(options)).toThrow(message);
});
