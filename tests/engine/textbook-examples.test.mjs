// Numbers, shapes and masks of attention that textbooks print (docs/sources.md); where they have misprints, the
// corrected numbers.
import { tensor } from 'attention-spotlight';
import { BUILDS, engines } from './engines.mjs';
import { fixture, largestDifference, lcg } from './fixtures.mjs';

const { simd: engine } = engines;

const rows = ({ data, shape }, digits) => {
  const columns = shape.at(-1);
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (value) => Number(value.toFixed(digits))),
  );
};

describe('three one-hot tokens: 我 / 爱 / 北京', () => {
  const embeddings = tensor([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [1, 1, 3, 4]);

  test('the scores are the identity matrix, the scaled scores half of it', () => {
    const trace = engine.traceAttention(embeddings, embeddings, embeddings);
    expect(rows(trace.scores, 3)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(rows(trace.scaled, 3)).toEqual([
      [0.5, 0, 0],
      [0, 0.5, 0],
      [0, 0, 0.5],
    ]);
  });

  test('the weights are 0.452 and 0.274; the printed 0.506 and 0.247 are not softmax([0.5, 0, 0])', () => {
    const { weights, output } = engine.traceAttention(embeddings, embeddings, embeddings);
    const own = Math.exp(0.5) / (Math.exp(0.5) + 2);
    expect(own).toBeCloseTo(0.452, 3);
    expect(rows(weights, 3)).toEqual([
      [0.452, 0.274, 0.274],
      [0.274, 0.452, 0.274],
      [0.274, 0.274, 0.452],
    ]);
    expect(rows(output, 3)[0]).toEqual([0.452, 0.274, 0.274, 0]);
  });
});

describe('self-attention of four random tokens, NumPy seed 42', () => {
  const { arrays } = fixture('self_attention_seed_42');
  const project = (weight) => {
    const [n, d] = [4, 6];
    const data = new Float32Array(n * d);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < d; j++) {
        for (let k = 0; k < d; k++) data[i * d + j] += arrays.x.data[i * d + k] * weight.data[k * d + j];
      }
    }
    return { data, shape: [1, 1, n, d] };
  };

  test('scores and weights match NumPy, not the printed ones', () => {
    const trace = engine.traceAttention(project(arrays.wQ), project(arrays.wK), project(arrays.wV));
    expect(trace.scores.shape).toEqual([1, 1, 4, 4]);
    expect(largestDifference(trace.scores.data, arrays.scores.data)).toBeLessThanOrEqual(1e-6);
    expect(largestDifference(trace.weights.data, arrays.weights.data)).toBeLessThanOrEqual(1e-6);
    expect(largestDifference(trace.output.data, arrays.output.data)).toBeLessThanOrEqual(1e-6);
    expect(trace.scores.data[0].toFixed(3)).not.toBe('0.015');
  });
});

describe('shapes', () => {
  test('four heads of 16 over 5 tokens of 64', () => {
    const mha = engine.createMultiheadAttention({ embedDim: 64, numHeads: 4 });
    const x = lcg(1, [1, 5, 64]);
    const trace = mha.trace(x, x, x);
    expect(trace.query.shape).toEqual([1, 4, 5, 16]);
    expect(trace.concat.shape).toEqual([1, 5, 64]);
    expect(trace.output.shape).toEqual([1, 5, 64]);
    mha.dispose();
  });

  test('cross-attention of a decoder of 5 tokens over an encoder of 7', () => {
    const mha = engine.createMultiheadAttention({ embedDim: 64, numHeads: 1 });
    const { output, weights } = mha.forward(lcg(1, [1, 5, 64]), lcg(2, [1, 7, 64]), lcg(2, [1, 7, 64]), {
      needWeights: true,
    });
    expect(output.shape).toEqual([1, 5, 64]);
    expect(weights.shape).toEqual([1, 1, 5, 7]);
    mha.dispose();
  });
});

describe('masks', () => {
  const allowed = ({ masked }) => rows({ ...masked, data: masked.data.map((x) => (x === -Infinity ? 0 : 1)) }, 0);

  test.each(BUILDS)('the causal mask of 4 tokens, %s', (build) => {
    const x = lcg(1, [1, 1, 4, 3]);
    expect(allowed(engines[build].traceAttention(x, x, x, { isCausal: true }))).toEqual([
      [1, 0, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 1],
    ]);
  });

  test('the padding of sequences of 3, 2 and 4 tokens', () => {
    const x = lcg(1, [3, 1, 4, 3]);
    const real = rows({ data: new Float32Array([1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1]), shape: [3, 4] }, 0);
    const all = allowed(engine.traceAttention(x, x, x, { keyLengths: [3, 2, 4] }));
    expect([all[0], all[4], all[8]]).toEqual(real);
  });

  test('adding −∞ above the diagonal is the causal mask', () => {
    const x = lcg(1, [1, 1, 5, 4]);
    const add = tensor(
      Float32Array.from({ length: 25 }, (_, at) => (at % 5 > Math.floor(at / 5) ? -Infinity : 0)),
      [5, 5],
    );
    const added = engine.scaledDotProductAttention(x, x, x, { mask: { add } }).output;
    const causal = engine.scaledDotProductAttention(x, x, x, { isCausal: true }).output;
    expect(largestDifference(added.data, causal.data)).toBeLessThanOrEqual(1e-6);
  });
});
