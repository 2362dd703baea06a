import { firstShown, isSink, nameOfHead } from '../../../web/inside/views/heads/head-roles.js';

const score = (value, baseline = 0.05, half = 0.02) => ({
  score: value,
  baseline,
  n: 900,
  interval: [value - half, value + half],
});
const role = (all, withoutFirst = all) => ({ ...score(all), withoutFirst: score(withoutFirst) });
/**
 * Scores of a head of layer 0, by role.
 * @returns {import('../../../web/analysis/index.js').HeadScore}
 */
const head = (roles, at = 0) => ({ attention: 'decoder', layer: 0, head: at, roles });

test('a head is named for the role that has most of its weight', () => {
  expect(nameOfHead(head({ previous: role(0.3), induction: role(0.7) }))).toEqual({ role: 'induction', score: 0.7 });
  expect(nameOfHead(head({ previous: role(0.3), previousOnText: role(0.8) })).role).toBe('previous');
});

test('no simple pattern is an answer', () => {
  expect(nameOfHead(head({ previous: role(0.49), duplicate: role(0.2) }))).toBeNull();
  expect(nameOfHead(head({}))).toBeNull();
});

test('the first token, and scores without attention, name no head', () => {
  const roles = { first: { ...score(0.95), withoutFirst: null }, copying: role(0.9), positionOnly: role(0.9) };
  expect(nameOfHead(head(roles))).toBeNull();
});

test('a score counts without the first token', () => {
  expect(nameOfHead(head({ previous: role(0.1, 0.8) })).score).toBe(0.8);
  expect(nameOfHead(head({ previous: role(0.8, 0.1) }))).toBeNull();
});

test('a score that chance may have is no role', () => {
  const unsure = { ...score(0.6, 0.5, 0.2), withoutFirst: score(0.6, 0.5, 0.2) };
  expect(nameOfHead(head({ previous: unsure }))).toBeNull();
});

test('what is shown first is never a sink', () => {
  const sink = head({ first: { ...score(0.9), withoutFirst: null }, previous: role(0.05, 0.99) }, 0);
  const other = head({ first: { ...score(0.1), withoutFirst: null }, previous: role(0.6) }, 1);
  expect(isSink(sink)).toBe(true);
  expect(firstShown([sink, other])).toBe(other);
  expect(firstShown([sink])).toBeNull();
});
