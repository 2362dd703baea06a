// Choice of the rows and columns that the logit lens of “Look inside” shows.
import fc from 'fast-check';
import { aheadFrom, amongFirst, MOST_ROWS, shownPositions, spansOf } from '../../../web/inside/views/lens/rows.js';

const lensOf = (ids) => ({
  cells: ids.map((id, at) => [{ top: [{ id, text: `t${id}`, probability: at / 10 }], entropy: 0, divergence: 0 }]),
});

test('equal neighbors are one span, with the probability at each place', () => {
  expect(spansOf(lensOf([3, 3, 5, 3]), 0)).toEqual([
    { begin: 0, end: 2, id: 3, text: 't3', probabilities: [0, 0.1] },
    { begin: 2, end: 3, id: 5, text: 't5', probabilities: [0.2] },
    { begin: 3, end: 4, id: 3, text: 't3', probabilities: [0.3] },
  ]);
});

test('spans cover all places, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1 }), (ids) => {
      const spans = spansOf(lensOf(ids), 0);
      expect(spans.flatMap(({ begin, end, id }) => Array(end - begin).fill(id))).toEqual(ids);
      spans.slice(1).forEach(({ id }, at) => expect(id).not.toBe(spans[at].id));
    }),
  );
});

test('the rows have the position of the question, and are no more than fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (count, drawn) => {
      const position = drawn % count;
      const rows = shownPositions(count, position);
      expect(rows).toContain(position);
      expect(rows).toHaveLength(Math.min(count, MOST_ROWS));
      expect(rows[0]).toBeGreaterThanOrEqual(0);
      expect(rows.at(-1)).toBeLessThan(count);
    }),
  );
});

test('the place from which on a token stays among the most probable', () => {
  const followed = (...ranks) => ({ followed: ranks.map((rank) => ({ token: 0.1, against: 0.2, rank })) });
  expect(amongFirst(followed(400, 9, 11, 10, 1))).toBe(3);
  expect(amongFirst(followed(10, 2))).toBe(0);
  expect(amongFirst(followed(3, 12))).toBeNull();
});

test('the place from which on a token stays ahead', () => {
  const followed = (...pairs) => ({ followed: pairs.map(([token, against]) => ({ token, against, rank: 1 })) });
  expect(aheadFrom(followed([0.2, 0.1], [0.1, 0.3], [0.4, 0.3], [0.5, 0.1]))).toBe(2);
  expect(aheadFrom(followed([0.2, 0.1], [0.3, 0.1]))).toBe(0);
  expect(aheadFrom(followed([0.2, 0.1], [0.1, 0.3]))).toBeNull();
});
