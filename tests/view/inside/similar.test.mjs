// Similarity of two heads, measured by the overlap of their attention weights.
import { overlapOf } from '../../../web/inside/views/heads/work.js';

const of = (...weights) => Float32Array.from(weights);

test('heads have in common what both place on the same key, and the first one does not count', () => {
  const one = of(1, 0, 0, 0, 1, 0, 0.5, 0.25, 0.25);
  expect(overlapOf(one, one, 3)).toBe(1);
  expect(overlapOf(one, of(1, 0, 0, 1, 0, 0, 1, 0, 0), 3)).toBe(0);
  // Overlap of the weights beyond the first key: the second query has 0.5 in common (of 1), the third 0.25.
  expect(overlapOf(one, of(1, 0, 0, 0.5, 0.5, 0, 0.25, 0, 0.75), 3)).toBeCloseTo((0.5 + 0.25) / 2, 6);
});

test('heads that rest on the first key have nothing in common', () => {
  expect(overlapOf(of(1, 0, 1, 0), of(1, 0, 1, 0), 2)).toBe(0);
});
