import { rangeOf, stepsOf, sumsOf } from '../../../web/inside/views/attribution/waterfall.js';

const tensor = (shape, ...data) => ({ data: Float32Array.from(data), shape });
/**
 * Contributions of all components to a logit, with two layers of two heads.
 * @type {any}
 */
const attribution = {
  embedding: 0.5,
  tokenTypes: 0,
  positions: -0.25,
  heads: { decoder: tensor([2, 2], 1, -0.5, 0.25, 0.25) },
  feedForward: { decoder: tensor([2], -1, 2) },
  biases: 0,
  norm: 0.125,
  output: 0,
  total: 2.376,
  residual: 0.001,
};

test('each step begins where the one before ends, and the last leads to the total less the rounding', () => {
  const steps = stepsOf(attribution);
  expect(steps.map(({ kind, layer }) => [kind, layer ?? null])).toEqual([
    ['embedding', null],
    ['positions', null],
    ['heads', 0],
    ['feedForward', 0],
    ['heads', 1],
    ['feedForward', 1],
    ['norm', null],
  ]);
  steps.forEach(({ from, to, value }, at) => {
    expect(from).toBe(steps[at - 1]?.to ?? 0);
    expect(to).toBeCloseTo(from + value, 12);
  });
  expect(steps.at(-1).to).toBeCloseTo(attribution.total - attribution.residual, 6);
});

test('the printed sum adds up to the total', () => {
  const sums = sumsOf(attribution);
  expect(sums.map(({ name }) => name)).toEqual(['embedding', 'positions', 'heads', 'feedForward', 'norm', 'residual']);
  expect(sums.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(attribution.total, 6);
});

test('an axis has 0, and an extent where all is 0', () => {
  expect(rangeOf([0.5, 2])).toEqual([0, 2]);
  expect(rangeOf([-1, -2])).toEqual([-2, 0]);
  expect(rangeOf([0])).toEqual([0, 1]);
});
