import { arithmeticOf } from '../../dist/view/arithmetic.js';
import { viewModelOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat';

const arithmetic = (moment, cell, options) =>
  arithmeticOf(viewModelOf(SENTENCE, { moment, ...options }), cell)
    .map(({ text }) => text)
    .join('');

/** Evaluates a formula as shown: a×b + c×d + … */
const valueOf = (formula) =>
  formula
    .replaceAll('−', '-')
    .split(' + ')
    .map((term) => term.split('×').reduce((product, factor) => product * Number(factor.replace(/[()]/g, '')), 1))
    .reduce((a, b) => a + b, 0);

const cell = { matrix: 'attention', row: 3, column: 1 };

test('a score is the sum of the products shown, up to rounding', () => {
  const shown = arithmetic({ stage: 'score', progress: 1 }, cell);
  const [name, terms, result] = shown.split(' = ');
  expect(name).toBe('q(on) · k(cat)');
  expect(terms.split('×')).toHaveLength(9);
  expect(Math.abs(valueOf(terms) - valueOf(result))).toBeLessThan(0.1);
});

test('scaling divides by √d, or multiplies by 1 when scaling is off', () => {
  const scaled = arithmetic({ stage: 'scale', progress: 1 }, cell);
  expect(scaled).toMatch(/^−?[\d.]+ ÷ √8 = −?[\d.]+$/);
  const [score, result] = scaled
    .replaceAll('−', '-')
    .split(/ ÷ √8 = /)
    .map(Number);
  expect(result).toBeCloseTo(score / Math.sqrt(8), 1);
  expect(arithmetic({ stage: 'scale', progress: 1 }, cell, { useScaling: false })).toMatch(/ × 1 = /);
});

test('the mask adds 0, or −∞ to later keys', () => {
  expect(arithmetic({ stage: 'mask', progress: 1 }, cell, { causal: true })).toMatch(/ \+ 0 = /);
  const later = { matrix: 'attention', row: 1, column: 3 };
  expect(arithmetic({ stage: 'mask', progress: 1 }, later, { causal: true })).toMatch(/ \+ \(−∞\) = −∞$/);
});

test('a weight is its exponential divided by the sum of exponentials', () => {
  const [exponential, quotient, weight] = arithmetic({ stage: 'softmax', progress: 1 }, cell).split(' = ');
  expect(exponential).toMatch(/^e\^\(−?[\d.]+ − \(?−?[\d.]+\)?\) ÷ Σ$/);
  const [above, below] = quotient.split(' ÷ ').map(Number);
  expect(Number(weight)).toBeCloseTo(above / below, 2);
});

test('a masked weight is 0', () => {
  const later = { matrix: 'attention', row: 1, column: 3 };
  expect(arithmetic({ stage: 'softmax', progress: 1 }, later, { causal: true })).toMatch(/= 0\.000$/);
});

test('an output is the sum of weights times values, up to rounding', () => {
  const [terms, result] = arithmetic({ stage: 'sum', progress: 1 }, { matrix: 'output', row: 2, column: 5 }).split(
    ' = ',
  );
  expect(Math.abs(valueOf(terms) - valueOf(result))).toBeLessThan(0.1);
});
