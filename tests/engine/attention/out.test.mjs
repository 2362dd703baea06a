// The option `out`: the output is written into the caller's array.
import fc from 'fast-check';
import { BUILDS, engines } from '../engines.mjs';
import { lcg } from '../fixtures.mjs';

const inputsOf = (shape) => [1, 2, 3].map((seed) => lcg(seed, shape));

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const layer = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2, seed: 3 });
  afterAll(() => layer.dispose());

  test('it holds the same numbers, and the result refers to it', () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(size, size, fc.boolean(), (batch, tokens, needWeights) => {
        for (const [attend, shape] of [
          [engine.scaledDotProductAttention.bind(engine), [batch, 2, tokens, 5]],
          [layer.forward.bind(layer), [batch, tokens, 8]],
        ]) {
          const inputs = inputsOf(shape);
          const expected = attend(...inputs, { needWeights });
          const out = new Float32Array(expected.output.data.length).fill(Number.NaN);
          const result = attend(...inputs, { needWeights, out });
          expect(result.output.data).toBe(out);
          expect(result).toEqual(expected);
        }
      }),
    );
  });

  test.each([
    [new Float32Array(39), /^out.length: expected 40, for shape \[1, 2, 4, 5\], got 39/],
    [new Float64Array(40), /^out: expected a Float32Array, got a Float64Array of 40/],
    [[1], /^out: expected a Float32Array, got an array of 1/],
  ])('an array that does not fit is rejected (%#)', (out, message) => {
    expect(() => engine.scaledDotProductAttention(...inputsOf([1, 2, 4, 5]), { out })).toThrow(message);
  });

  test('nothing is written if the inputs are invalid', () => {
    const [query, key, value] = inputsOf([1, 2, 4, 5]);
    const out = new Float32Array(40).fill(7);
    value.data[3] = Number.NaN;
    expect(() => engine.scaledDotProductAttention(query, key, value, { out })).toThrow(/^value/);
    expect(out.every((number) => number === 7)).toBe(true);
  });
});
