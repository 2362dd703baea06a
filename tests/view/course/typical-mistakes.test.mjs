// Typical mistakes in computing attention by hand get specific feedback; other wrong numbers do not.
import { typicalMistake } from '../../../web/course/figures/parts/typical-mistake.js';
import { engine } from '../view-models.mjs';

const matrix = (...rows) => ({ data: Float32Array.from(rows.flat()), shape: [1, 1, rows.length, 2] });
/**
 * Query, key and value of the exercise.
 * @type {[any, any, any]}
 */
const tensors = [matrix([1, 2]), matrix([1, 0], [1, 1], [0, 2]), matrix([1, 2], [3, 0], [0, 4])];
const mistakeIn = (step, column, got) => typicalMistake(engine, tensors, { step, row: 0, column, got });

test.each([
  ['scores', 2, 5, 'added'], // 1 + 2 + 0 + 2; right would be 4.
  ['scaled', 2, 2, 'dividedByD'], // 4 / 2; right would be 2.83.
  ['weights', 0, 0.04, 'unscaled'], // the correct weight would be 0.07
  ['weights', 2, 16.92, 'powers'], // the correct value would be 0.62
  ['output', 0, 1.33, 'unweighted'], // the correct value would be 1.00
])('%s, column %i: %f', (step, column, got, mistake) => {
  expect(mistakeIn(step, column, got)).toBe(mistake);
});

test.each([
  ['scores', 2, 3],
  ['scaled', 2, 2.5],
  ['weights', 0, 0.2],
  ['masked', 0, 1],
  ['output', 0, 2],
])('another wrong number: %s, column %i: %f', (step, column, got) => {
  expect(mistakeIn(step, column, got)).toBeNull();
});
