// The function `flags` makes masks from nested arrays.
import { flags, tensor } from 'attention-spotlight';
import { engines } from '../engines.mjs';

test.each([
  [
    [
      [1, 0, 1],
      [1, 1, 1],
    ],
    [2, 3],
    [1, 0, 1, 1, 1, 1],
  ],
  [[true, false], [2], [1, 0]],
  [[[[[1]]]], [1, 1, 1, 1], [1]],
  [[[], []], [2, 0], []],
  [1, [], [1]],
])('%j', (nested, shape, data) => expect(flags(nested)).toEqual({ shape, data: Uint8Array.from(data) }));

const cyclic = [];
cyclic.push(cyclic);

test.each([
  [[[1, 0], [1]], /^flags\[1\]: expected an array of 2, got an array of 1$/],
  [[1, [1]], /^flags\[1\]: expected a flag, got an array of 1$/],
  [[[1], 1], /^flags\[1\]: expected an array of 1, got a flag$/],
  [[[], [1]], /^flags\[1\]: expected an array of 0, got an array of 1$/],
  [[0.5], /^flags\[0\]: expected true, false, 1, 0 or an array of them, got 0.5$/],
  [[undefined], /^flags\[0\]: expected true, false/],
  ['1', /^flags: expected true, false/],
  [cyclic, /expected at most 32 dimensions, got more$/],
])('is rejected: %p', (nested, message) => expect(() => flags(nested)).toThrow(message));

test('as a mask', () => {
  const one = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
  const mask = {
    block: flags([
      [false, true],
      [false, false],
    ]),
  };
  const { weights } = engines.simd.scaledDotProductAttention(one, one, one, { mask, needWeights: true });
  expect(Array.from(weights.data.slice(0, 2))).toEqual([1, 0]);
});
