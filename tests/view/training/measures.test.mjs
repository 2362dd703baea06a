// Measures of heads, computed from attention matrices written by hand.
import {
  duplicateTokenPairs,
  measureHeads,
  offsetPairs,
  prefixMatchingPairs,
  previousTokenPairs,
  weightOn,
} from '../../../web/training/measures.js';

const [A, B, C] = [0, 1, 2];

test('pairs of each pattern', () => {
  expect(previousTokenPairs(3)).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect(offsetPairs(4, 2)).toEqual([
    [2, 0],
    [3, 1],
  ]);
  expect(offsetPairs(1, 2)).toEqual([]);
  // In A B C A B, an induction head attends from the second A to the first B, and from the second B to C.
  expect(prefixMatchingPairs([A, B, C, A, B])).toEqual([
    [3, 1],
    [4, 2],
  ]);
  expect(duplicateTokenPairs([A, B, C, A, B])).toEqual([
    [3, 0],
    [4, 1],
  ]);
  // In A A, there is no induction pair: the token after the first A is the second A itself, the query.
  expect(prefixMatchingPairs([A, A])).toEqual([]);
});

test('the weight on pairs is summed over keys and averaged over queries', () => {
  // prettier-ignore
  const weights = [
    1.0, 0.0, 0.0,
    0.3, 0.7, 0.0,
    0.2, 0.5, 0.3,
  ];
  expect(weightOn(weights, 3, [[1, 0]])).toBeCloseTo(0.3);
  expect(weightOn(weights, 3, previousTokenPairs(3))).toBeCloseTo((0.3 + 0.5) / 2);
  expect(
    weightOn(weights, 3, [
      [2, 0],
      [2, 1],
    ]),
  ).toBeCloseTo(0.7);
  expect(weightOn(weights, 3, [])).toBe(0);
});

test('a perfect head of each kind scores 1 in its own measure and 0 in the others', () => {
  const tokens = [A, B, C, A, B, C];
  const size = tokens.length;
  /**
   * Attention weights of a head in which each query attends to its key in `pairs`, or to the first token if it has
   * none.
   */
  const head = (pairs) => {
    const keys = new Map(pairs);
    return Array.from({ length: size }, (_, query) =>
      Array.from({ length: size }, (_, key) => (key === (keys.get(query) ?? 0) ? 1 : 0)),
    ).flat();
  };
  const perfect = {
    prefix: prefixMatchingPairs(tokens),
    previous: previousTokenPairs(size),
    duplicate: duplicateTokenPairs(tokens),
  };
  const job = [[2, 0]];
  const measured = measureHeads(Float32Array.from(Object.values(perfect).flatMap(head)), tokens, job);
  expect(measured).toHaveLength(3);
  Object.keys(perfect).forEach((name, at) => expect(measured[at][name]).toBe(1));
  expect(measured[0].previous).toBeCloseTo(1 / 5); // for the second token, the previous token is also the first one
  expect(measured[1].prefix).toBe(0);
  expect(measured[0].job).toBe(1);
  expect(measured[1].job).toBe(0);
});
