import { BUILDS, engines } from './engines.mjs';
import { distance, fixture, largestDifference } from './fixtures.mjs';

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  function multihead(name) {
    const { arrays, embedDim, numHeads, isCausal, error64, keptEvery } = fixture(name);
    const { x, output, weights, exact, inProjWeight, outProjWeight, inProjBias, outProjBias } = arrays;
    const biases = inProjBias ? { inProjBias, outProjBias } : {};
    const mha = engine.createMultiheadAttention({ embedDim, numHeads, inProjWeight, outProjWeight, ...biases });
    const ours = mha.forward(x, x, x, { isCausal, needWeights: true });
    const fast = mha.forward(x, x, x, { isCausal });
    mha.dispose();
    const kept = ({ data, shape: [batch] }) => {
      const size = data.length / batch;
      const entries = Array.from({ length: batch }, (_, entry) => entry).filter((entry) => entry % keptEvery === 0);
      return Float32Array.from(entries.flatMap((entry) => [...data.subarray(entry * size, (entry + 1) * size)]));
    };
    return {
      ours: { output: kept(ours.output), fast: kept(fast.output), weights: kept(ours.weights) },
      shapes: ours,
      output,
      weights,
      exact,
      error64,
    };
  }

  const causal = multihead('multihead_causal');
  const biased = multihead('multihead_bias');

  test('nn.MultiheadAttention, causal, without bias: 100 tokens of 64', () => {
    const { ours, output, weights, exact, error64 } = causal;
    expect(distance(ours.output, output.data)).toBeLessThanOrEqual(2.4e-6);
    expect(distance(ours.fast, output.data)).toBeLessThanOrEqual(2.4e-6);
    expect(distance(ours.fast, exact.data)).toBeLessThanOrEqual(error64 * 1.5);
    expect(largestDifference(ours.weights, weights.data)).toBeLessThanOrEqual(1e-5);
    expect(distance(ours.output, exact.data)).toBeLessThanOrEqual(error64 * 1.5);
  });

  test('nn.MultiheadAttention with bias: a batch of 64, 10 tokens of 512, 8 heads', () => {
    const { ours, shapes, output, weights } = biased;
    expect(shapes.output.shape).toEqual([64, 10, 512]);
    expect(shapes.weights.shape).toEqual([64, 8, 10, 10]);
    expect(largestDifference(ours.fast, output.data)).toBeLessThanOrEqual(1e-5);
    expect(largestDifference(ours.output, output.data)).toBeLessThanOrEqual(1e-5);
    expect(largestDifference(ours.weights, weights.data)).toBeLessThanOrEqual(1e-5);
  });

  test('the error of multi-head attention against float64 is at most 1.5 times PyTorch’s', () => {
    const { ours, output, exact } = biased;
    expect(distance(ours.output, exact.data)).toBeLessThanOrEqual(distance(output.data, exact.data) * 1.5);
  });

  const { arrays, cases } = fixture('scaled_dot_product_attention');

  test.each(cases.map(({ name }) => name))('scaled_dot_product_attention, %s', (name) => {
    const { options, error64 } = cases.find((each) => each.name === name);
    const { query, key, value } = arrays;
    const mask = options.mask && maskOf(options.mask, arrays[`${name}.mask`]);
    const given = { ...options, ...(mask ? { mask } : {}) };
    const ours = engine.scaledDotProductAttention(query, key, value, { ...given, needWeights: true });
    const fast = engine.scaledDotProductAttention(query, key, value, given);
    expect(largestDifference(fast.output.data, arrays[`${name}.output`].data)).toBeLessThanOrEqual(1e-5);
    expect(largestDifference(ours.weights.data, arrays[`${name}.weights`].data)).toBeLessThanOrEqual(1e-5);
    expect(largestDifference(ours.output.data, arrays[`${name}.output`].data)).toBeLessThanOrEqual(1e-5);
    expect(distance(ours.output.data, arrays[`${name}.exact`].data)).toBeLessThanOrEqual(error64 * 1.5);
  });
});

/** Mask of a fixture in the form that the library accepts. In the fixture's flags, 1 means that the pair is blocked. */
function maskOf(kind, { data, shape }) {
  if (kind === 'add') return { add: { data, shape } };
  const flags = Uint8Array.from(data, (flag) => (kind === 'allow' ? 1 - flag : flag));
  return { [kind]: { data: flags, shape } };
}
