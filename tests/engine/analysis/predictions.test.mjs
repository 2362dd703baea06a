// A row of logits as a distribution.
import { divergenceOf, entropyOf, logProbabilities, rankOf } from '../../../web/analysis/predictions.js';

const logits = Float32Array.of(1, 3, -2, 3);
const exact = (() => {
  const sum = 2 * Math.exp(3) + Math.exp(1) + Math.exp(-2);
  return Array.from(logits, (logit) => logit - Math.log(sum));
})();

test('log softmax', () => {
  logProbabilities(logits).forEach((each, id) => expect(each).toBeCloseTo(exact[id], 14));
});

test('log softmax of logits whose exponential overflows', () => {
  expect([...logProbabilities(Float32Array.of(1e5, 0, 1e5))]).toEqual([-Math.log(2), -1e5 - Math.log(2), -Math.log(2)]);
});

test('entropy in nats: log n of n equal tokens, 0 of a certain one', () => {
  expect(entropyOf(logProbabilities(new Float32Array(8)))).toBeCloseTo(Math.log(8), 14);
  expect(entropyOf(logProbabilities(Float32Array.of(0, 1e4)))).toBeCloseTo(0, 14);
  expect(entropyOf(Float64Array.of(0, -Infinity))).toBeCloseTo(0, 14);
});

test('divergence in nats: Σ p · log(p / q), of p from q', () => {
  const [p, q] = [
    [0.5, 0.5],
    [0.25, 0.75],
  ].map((each) => Float64Array.from(each, Math.log));
  expect(divergenceOf(p, q)).toBeCloseTo(0.5 * Math.log(2) + 0.5 * Math.log(2 / 3), 14);
  expect(divergenceOf(q, p)).toBeCloseTo(0.25 * Math.log(0.5) + 0.75 * Math.log(1.5), 14);
  expect(divergenceOf(p, p)).toBe(0);
});

test('rank: 1 is the most probable, and equal logits share a rank', () => {
  expect([0, 1, 2, 3].map((token) => rankOf(logits, token))).toEqual([3, 1, 4, 1]);
});
