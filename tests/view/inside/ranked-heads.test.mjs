import { hasRole, rankedHeads } from '../../../web/inside/views/heads/ranked-heads.js';

/**
 * Heads of a decoder with two layers of two heads.
 * @type {import('../../../web/inside/opened.js').HeadsOf[]}
 */
const HEADS = [{ attention: 'decoder', layers: 2, heads: 2, group: 1 }];
const share = (score) => ({ score, baseline: 0.1, n: 100, interval: [score - 0.05, score + 0.05] });
const scored = (layer, head, roles) => ({ attention: 'decoder', layer, head, roles });
/**
 * Scores of the heads, by role.
 * @type {any}
 */
const SCORES = [
  scored(0, 0, { first: share(0.1), previous: share(0.7) }),
  scored(0, 1, { first: share(0.9), induction: share(0.95) }), // an attention sink
  scored(1, 0, { first: share(0.2), induction: share(0.8) }),
  scored(1, 1, { first: share(0.1), previous: share(0.2) }),
];
const numbers = (...data) => ({ decoder: { shape: [2, 2], data: Float32Array.from(data) } });
const KNOWN = { scores: SCORES, direct: numbers(1, -3, NaN, 2), total: null };
const namesOf = (ranked) =>
  ranked.map(({ at, value }) => `${at.layer}.${at.head} ${value === null ? '-' : value.toFixed(2)}`);

test('by role the highest score comes first; sinks follow with theirs', () => {
  expect(namesOf(rankedHeads(HEADS, 'role', 'all', KNOWN))).toEqual(['1.0 0.80', '0.0 0.70', '0.1 0.95', '1.1 -']);
});

test('by a number the largest comes first, whatever its sign; what is not known comes last', () => {
  expect(namesOf(rankedHeads(HEADS, 'direct', 'all', KNOWN))).toEqual(['0.1 -3.00', '1.1 2.00', '0.0 1.00', '1.0 -']);
  expect(rankedHeads(HEADS, 'total', 'all', KNOWN).every(({ value }) => value === null)).toBe(true);
});

test('heads of one role are those that are named for it', () => {
  expect(namesOf(rankedHeads(HEADS, 'direct', 'previous', KNOWN))).toEqual(['0.0 1.00']);
  expect(hasRole(SCORES, { attention: 'decoder', layer: 1, head: 1 }, 'previous')).toBe(false);
  expect(hasRole([], { attention: 'decoder', layer: 1, head: 1 }, 'all')).toBe(true);
});
