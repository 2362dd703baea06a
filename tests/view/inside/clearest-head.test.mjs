// Choice of the head that “Look inside” shows first if only the attention weights for one text are known.
import { clearestHead } from '../../../web/inside/first-layer/clearest-head.js';

const patterns = (...heads) => ({
  weights: Float32Array.from(heads.flat(2)),
  heads: heads.length,
  rows: 3,
  columns: 3,
});
const SINK = [
  [1, 0, 0],
  [0.9, 0.1, 0],
  [0.9, 0.1, 0],
];
const UNIFORM = [
  [1, 0, 0],
  [0.5, 0.5, 0],
  [0.34, 0.33, 0.33],
];
const PREVIOUS = [
  [1, 0, 0],
  [0.8, 0.2, 0],
  [0.1, 0.9, 0],
];

test('the head with the largest weights on other keys than the first comes first, and no sink', () => {
  expect(clearestHead(patterns(SINK, UNIFORM, PREVIOUS))).toBe(2);
  expect(clearestHead(patterns(SINK, UNIFORM))).toBe(1);
});

test('a text of one token has a first head, too', () => {
  expect(clearestHead({ weights: Float32Array.of(1, 1), heads: 2, rows: 1, columns: 1 })).toBe(0);
});
