// Functions that treat a row of logits as a probability distribution, such as the rank of a token.
import {
  distributionOf,
  divergenceFrom,
  logProbabilityOf,
  rankOf,
  referenceOf,
} from '../../../web/analysis/predictions.js';

const logProbabilities = (logits) => Array.from(logits, (_, token) => logProbabilityOf(distributionOf(logits), token));

const logits = Float32Array.of(1, 3, -2, 3);
const exact = (() => {
  const sum = 2 * Math.exp(3) + Math.exp(1) + Math.exp(-2);
  return Array.from(logits, (logit) => logit - Math.log(sum));
})();

test('log softmax', () => {
  logProbabilities(logits).forEach((each, id) => expect(each).toBeCloseTo(exact[id], 14));
});

test('log softmax of logits whose exponential overflows', () => {
  const found = logProbabilities(Float32Array.of(1e5, 0, 1e5));
  [-Math.log(2), -1e5 - Math.log(2), -Math.log(2)].forEach((each, token) => expect(found[token]).toBeCloseTo(each, 10));
});

test('entropy in nats: log n of n equal tokens, 0 of a certain one', () => {
  const entropyOf = (...given) => distributionOf(Float32Array.from(given)).entropy;
  expect(entropyOf(...Array(8).fill(3))).toBeCloseTo(Math.log(8), 14);
  expect(entropyOf(0, 1e4)).toBe(0);
  expect(entropyOf(...logits)).toBeCloseTo(-exact.reduce((sum, each) => sum + Math.exp(each) * each, 0), 14);
  expect(distributionOf(logits).normalizer).toBeCloseTo(1 - exact[0], 14);
});

test('divergence in nats: Σ p · log(p / q), of p from q', () => {
  const [p, q, certain] = [
    [0.5, 0.5],
    [0.25, 0.75],
    [1, 1e-45],
  ].map((each) => distributionOf(Float32Array.from(each, Math.log)));
  const divergence = (one, other) => divergenceFrom(referenceOf(one), other);
  expect(divergence(p, q)).toBeCloseTo(0.5 * Math.log(2) + 0.5 * Math.log(2 / 3), 7);
  expect(divergence(q, p)).toBeCloseTo(0.25 * Math.log(0.5) + 0.75 * Math.log(1.5), 7);
  expect(divergence(p, p)).toBeCloseTo(0, 14);
  expect(divergence(certain, p)).toBeCloseTo(Math.log(2), 14);
});

test('rank: 1 is the most probable, and equal logits share a rank', () => {
  expect([0, 1, 2, 3].map((token) => rankOf(logits, token))).toEqual([3, 1, 4, 1]);
});
