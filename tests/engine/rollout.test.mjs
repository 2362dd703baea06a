// Mean over heads and attention rollout, compared with their definitions.
import { attentionRollout, meanOfHeads } from 'attention-spotlight';
import fc from 'fast-check';
import { largestDifference, lcg } from './fixtures.mjs';

/** Attention weights [heads, tokens, tokens] whose rows sum to 1. */
function weightsOf(seed, heads, tokens) {
  const data = lcg(seed, [heads * tokens, tokens]).data.map((x) => Math.exp(3 * x));
  for (let row = 0; row < heads * tokens; row++) {
    const part = data.subarray(row * tokens, (row + 1) * tokens);
    const sum = part.reduce((a, b) => a + b, 0);
    part.forEach((x, at) => (part[at] = x / sum));
  }
  return { data, shape: [heads, tokens, tokens] };
}

test('the mean of the heads', () => {
  const weights = { data: Float32Array.of(1, 0, 0, 1, 0, 1, 1, 0), shape: [2, 2, 2] };
  expect(meanOfHeads(weights)).toEqual({ data: Float32Array.of(0.5, 0.5, 0.5, 0.5), shape: [2, 2] });
});

test('rollout is the product of (A + I) / 2 over the layers', () => {
  const sizes = fc.record({
    layers: fc.integer({ min: 1, max: 4 }),
    heads: fc.integer({ min: 1, max: 3 }),
    tokens: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(sizes, ({ layers, heads, tokens }) => {
      const given = Array.from({ length: layers }, (_, layer) => weightsOf(layer + 1, heads, tokens));
      const indices = Array.from({ length: tokens }, (_, at) => at);
      const averaged = given.map((weights) => {
        const { data } = meanOfHeads(weights);
        return indices.map((i) => indices.map((j) => data[i * tokens + j] / 2 + (i === j ? 0.5 : 0)));
      });
      const product = (a, b) =>
        indices.map((i) => indices.map((j) => indices.reduce((sum, k) => sum + a[i][k] * b[k][j], 0)));
      let expected = null;
      attentionRollout(given).forEach(({ data, shape }, layer) => {
        expected = expected ? product(averaged[layer], expected) : averaged[layer];
        expect(shape).toEqual([tokens, tokens]);
        expect(largestDifference(data, Float32Array.from(expected.flat()))).toBeLessThan(1e-5);
        for (const row of indices) {
          expect(data.subarray(row * tokens, (row + 1) * tokens).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4);
        }
      });
    }),
  );
});

test.each([
  [[{ data: new Float32Array(12), shape: [1, 3, 4] }], /^layers\[0\].shape\[2\]/],
  [[weightsOf(1, 1, 3), weightsOf(2, 1, 4)], /^layers\[1\].shape\[1\]/],
])('incompatible layers are rejected by name', (layers, message) => {
  expect(() => attentionRollout(layers)).toThrow(message);
});
