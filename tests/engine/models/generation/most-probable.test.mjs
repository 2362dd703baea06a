// The most probable next tokens, and the normalizer of their logits, log Σ exp.
import { logSumExp, mostProbable } from '../../../../web/engine/transformer/most-probable.js';

const LOGITS = Float32Array.from([0.5, -2, 3, 3, -0.25, 1]);
const probabilitiesOf = (tokens) => tokens.map(({ logProbability }) => Math.exp(logProbability));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

test('logSumExp is the logarithm of the sum of exponentials', () => {
  expect(logSumExp(LOGITS)).toBeCloseTo(Math.log(sum([...LOGITS].map(Math.exp))), 12);
});

test('logSumExp neither overflows nor underflows', () => {
  for (const offset of [1e4, -1e4]) expect(logSumExp(Float32Array.of(offset, offset))).toBe(offset + Math.log(2));
  expect(logSumExp(Float32Array.of(-Infinity, 7))).toBe(7);
});

test('tokens with a logit of −∞ do not count', () => {
  const others = LOGITS.filter((_, id) => id !== 2);
  const suppressed = LOGITS.with(2, -Infinity);
  expect(logSumExp(suppressed)).toBe(logSumExp(others));
  expect(mostProbable(suppressed, 2).map(({ id }) => id)).toEqual([3, 5]);
});

test('the most probable come first, ties in order of id, and all together have probability 1', () => {
  const all = mostProbable(LOGITS, LOGITS.length);
  expect(all.map(({ id }) => id)).toEqual([2, 3, 5, 0, 4, 1]);
  expect(sum(probabilitiesOf(all))).toBeCloseTo(1, 12);
});

test('a given normalizer is not recomputed', () => {
  expect(mostProbable(LOGITS, 3, logSumExp(LOGITS))).toEqual(mostProbable(LOGITS, 3));
  expect(mostProbable(LOGITS, 1, 10)).toEqual([{ id: 2, logProbability: -7 }]);
});
