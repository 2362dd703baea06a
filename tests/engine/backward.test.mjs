// The backward pass, compared with PyTorch's autograd and with finite differences of the forward pass.
import fc from 'fast-check';
import { BUILDS, engines } from './engines.mjs';
import { fixture, lcg } from './fixtures.mjs';

const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 60) / 4);

/** Largest difference between two arrays, relative to the largest magnitude in the expected one. */
function relativeDifference(given, { data }) {
  expect(given.data).toHaveLength(data.length);
  const largest = data.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return given.data.reduce((most, number, at) => Math.max(most, Math.abs(number - data[at])), 0) / largest;
}

const sum = ({ data: a }, { data: b }) => ({ data: a.map((number, at) => number + b[at]) });

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  describe.each(['backward_cross', 'backward_causal'])('%s', (name) => {
    const { arrays, embedDim, numHeads, isCausal } = fixture(name);

    test('scaled dot-product attention', () => {
      const { query, key, value, outputGradient } = arrays;
      const gradients = engine.attentionBackward(query, key, value, outputGradient, { isCausal });
      for (const [of, gradient] of Object.entries(gradients)) {
        expect(relativeDifference(gradient, arrays[`${of}.grad`])).toBeLessThan(1e-5);
      }
    });

    test('nn.MultiheadAttention, inputs and parameters', () => {
      const { x, memory, layerGradient, inProjWeight, inProjBias, outProjWeight, outProjBias } = arrays;
      const layer = engine.createMultiheadAttention({
        embedDim,
        numHeads,
        inProjWeight,
        inProjBias,
        outProjWeight,
        outProjBias,
      });
      const gradients = layer.backward(x, memory, memory, layerGradient, { isCausal });
      layer.dispose();
      expect(relativeDifference(gradients.query, arrays['x.grad'])).toBeLessThan(1e-5);
      expect(relativeDifference(sum(gradients.key, gradients.value), arrays['memory.grad'])).toBeLessThan(1e-5);
      for (const of of ['inProjWeight', 'inProjBias', 'outProjWeight', 'outProjBias']) {
        expect(relativeDifference(gradients[of], arrays[`${of}.grad`])).toBeLessThan(1e-5);
      }
    });
  });

  test('gradients equal finite differences of the forward pass, also for grouped queries', () => {
    const shapes = fc.record({
      group: fc.integer({ min: 1, max: 2 }),
      queries: fc.integer({ min: 1, max: 6 }),
      keys: fc.integer({ min: 1, max: 6 }),
      dim: fc.integer({ min: 1, max: 5 }),
      seed: fc.nat(1e6),
      at: fc.nat(1e6),
    });
    fc.assert(
      fc.property(shapes, ({ group, queries, keys, dim, seed, at }) => {
        const inputs = [
          lcg(seed, [1, 2 * group, queries, dim], 0.5),
          lcg(seed + 1, [1, 2, keys, dim], 0.5),
          lcg(seed + 2, [1, 2, keys, dim], 0.5),
        ];
        const outputGradient = lcg(seed + 3, [1, 2 * group, queries, dim]);
        const loss = () => {
          const { output } = engine.scaledDotProductAttention(...inputs, { enableGqa: true });
          return output.data.reduce((total, number, index) => total + number * outputGradient.data[index], 0);
        };
        const gradients = engine.attentionBackward(...inputs, outputGradient, { enableGqa: true });
        ['query', 'key', 'value'].forEach((of, which) => {
          const { data } = inputs[which];
          const index = at % data.length;
          const original = data[index];
          const step = 0.01;
          data[index] = original + step;
          const above = loss();
          data[index] = original - step;
          const below = loss();
          data[index] = original;
          expect(gradients[of].data[index]).toBeCloseTo((above - below) / (2 * step), 2);
        });
      }),
      { numRuns: RUNS },
    );
  });

  test('a query whose keys are all masked out has gradient 0', () => {
    const inputs = [1, 2, 3].map((seed) => lcg(seed, [1, 1, 3, 4]));
    const gradients = engine.attentionBackward(...inputs, lcg(4, [1, 1, 3, 4]), { keyLengths: [0] });
    delete gradients.weights; // not zero, since this is the gradient before the mask
    for (const { data } of Object.values(gradients)) expect(data.every((number) => number === 0)).toBe(true);
  });

  test('unsupported options and wrong shapes are named', () => {
    const inputs = [1, 2, 3].map((seed) => lcg(seed, [1, 1, 3, 4]));
    const back = (gradient, options) => () => engine.attentionBackward(...inputs, gradient, options);
    expect(back(lcg(1, [1, 1, 3, 5]))).toThrow('outputGradient.shape: expected [1, 1, 3, 4], got [1, 1, 3, 5]');
    expect(back(lcg(1, [1, 1, 3, 4]), { dropoutP: 0.5 })).toThrow('dropoutP: expected 0 for a backward pass');
    expect(back(lcg(1, [1, 1, 3, 4]), { eps: 0.5 })).toThrow('eps: expected 0 for a backward pass, got 0.5');
    expect(back(lcg(1, [1, 1, 3, 4]), { activation: 'relu' })).toThrow(
      "activation: expected 'softmax' for a backward pass, got 'relu'",
    );
    expect(back(lcg(1, [1, 1, 3, 4]), { needWeights: true })).toThrow(
      'needWeights: expected false for a backward pass, got true',
    );
    const [x, multihead] = [lcg(1, [1, 2, 4]), engine.createMultiheadAttention({ embedDim: 4, numHeads: 2 })];
    expect(() => multihead.backward(x, x, x, x, { needWeights: true })).toThrow(/^needWeights: expected false/);
    multihead.dispose();
    expect(back(lcg(1, [1, 1, 3, 4]), { variant: { kind: 'linear' } })).toThrow(
      /^variant: expected none for a backward pass/,
    );
    const wrong = lcg(1, [1, 1, 3, 4]);
    wrong.data[5] = Infinity;
    expect(back(wrong)).toThrow('outputGradient[0, 0, 1, 1]: expected');
  });
});
