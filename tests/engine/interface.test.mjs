import { createEngine, tensor, tokenize } from 'attention-spotlight';
import { BUILDS, engines } from './engines.mjs';
import { largestDifference, lcg } from './fixtures.mjs';

describe('createEngine', () => {
  test('selects the best build by default, and the requested one', async () => {
    const best = await createEngine();
    expect(best.build).toBe('relaxed'); // Jest runs with relaxed SIMD enabled
    expect(engines.simd.build).toBe('simd');
    best.dispose();
  });

  test('loads the files from wasmUrl', async () => {
    const folder = new URL('../../web/engine/wasm/', import.meta.url);
    const asked = [];
    const byFolder = await createEngine({ wasmUrl: folder });
    const byFunction = await createEngine({ wasmUrl: (file) => asked.push(file) && new URL(file, folder) });
    expect(asked).toEqual(['spotlight-relaxed.wasm']);
    byFolder.dispose();
    byFunction.dispose();
  });

  test('names a file that cannot be loaded', async () => {
    await expect(createEngine({ wasmUrl: new URL('./nowhere/', import.meta.url) })).rejects.toThrow(
      /nowhere\/spotlight-.+\.wasm: expected the file/,
    );
  });
});

test('tensor checks its length and accepts plain numbers', () => {
  expect(tensor([1, 2, 3, 4], [2, 2]).data).toEqual(Float32Array.of(1, 2, 3, 4));
  const data = new Float32Array(6);
  expect(tensor(data, [2, 3]).data).toBe(data);
});

describe('tokenize', () => {
  const words = (text) => tokenize(text).map((token) => token.text);

  test('segments Chinese, English and mixed text', () => {
    expect(words('我爱北京')).toEqual(['我', '爱', '北京']);
    expect(words('The cat sat.')).toEqual(['The', 'cat', 'sat', '.']);
    expect(words('用 Python 写模型')).toEqual(['用', 'Python', '写', '模型']);
  });

  test('offsets are positions in the text', () => {
    const text = '  小猫 and👩‍👩‍👧‍👦 é\u0301 مرحبا\n';
    for (const { text: word, start, end } of tokenize(text)) expect(text.slice(start, end)).toBe(word);
  });

  test('invisible characters are not tokens', () => {
    expect(tokenize('')).toEqual([]);
    expect(tokenize(' \n\t\u200b\u202e\u0000')).toEqual([]);
  });
});

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const query = lcg(1, [2, 2, 3, 4]);
  const key = lcg(2, [2, 2, 5, 4]);
  const value = lcg(3, [2, 2, 5, 6]);

  test('shapes; weights only with needWeights', () => {
    const plain = engine.scaledDotProductAttention(query, key, value);
    expect(plain.output.shape).toEqual([2, 2, 3, 6]);
    expect(plain.weights).toBeUndefined();
    const { weights } = engine.scaledDotProductAttention(query, key, value, { needWeights: true });
    expect(weights.shape).toEqual([2, 2, 3, 5]);
  });

  test('a trace has every step, and its output equals the fused pass', () => {
    const trace = engine.traceAttention(query, key, value, { isCausal: true });
    expect(Object.keys(trace)).toEqual(['scores', 'scaled', 'masked', 'weights', 'output']);
    const { output } = engine.scaledDotProductAttention(query, key, value, { isCausal: true });
    expect(output.shape).toEqual(trace.output.shape);
    expect(largestDifference(output.data, trace.output.data)).toBeLessThanOrEqual(2e-6);
    expect(trace.masked.data[1]).toBe(-Infinity);
  });

  test('rows of weights sum to 1; a fully masked row has weights 0 and output 0', () => {
    const mask = { block: { data: Uint8Array.of(0, 0, 0, 1, 1, 1, 0, 1, 0).map((f) => f), shape: [3, 3] } };
    const x = lcg(4, [1, 1, 3, 4]);
    const { weights, output } = engine.scaledDotProductAttention(x, x, x, { mask, needWeights: true });
    const sum = (row) => weights.data.subarray(row * 3, row * 3 + 3).reduce((a, b) => a + b);
    expect(sum(0)).toBeCloseTo(1, 6);
    expect(sum(1)).toBe(0);
    expect(output.data.subarray(4, 8)).toEqual(new Float32Array(4));
    expect(weights.data.every(Number.isFinite)).toBe(true);
  });

  test('results stay valid after later calls', () => {
    const first = engine.scaledDotProductAttention(query, key, value).output;
    const copy = first.data.slice();
    engine.scaledDotProductAttention(lcg(9, [1, 1, 700, 64]), lcg(8, [1, 1, 700, 64]), lcg(7, [1, 1, 700, 64]));
    expect(first.data).toEqual(copy);
    expect(engine.scaledDotProductAttention(query, key, value).output.data).toEqual(copy);
  });

  test('inputs are not modified', () => {
    const before = query.data.slice();
    engine.traceAttention(query, key, value, { scale: 3, isCausal: true });
    expect(query.data).toEqual(before);
  });

  test('dropout: equal seeds give equal weights; p = 0 drops nothing', () => {
    const options = { dropoutP: 0.5, seed: 3, needWeights: true };
    const first = engine.scaledDotProductAttention(query, key, value, options);
    expect(engine.scaledDotProductAttention(query, key, value, options)).toEqual(first);
    expect(first.weights.data.some((weight) => weight === 0)).toBe(true);
    const other = engine.scaledDotProductAttention(query, key, value, { ...options, seed: 4 });
    expect(other.weights).not.toEqual(first.weights);
  });

  test('multi-head attention: seeded weights, self and cross, and its steps', () => {
    const mha = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2, seed: 5 });
    const again = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2, seed: 5 });
    const x = lcg(1, [2, 3, 8]);
    const memory = lcg(2, [2, 4, 8]);
    expect(mha.forward(x, x, x)).toEqual(again.forward(x, x, x));
    const trace = mha.trace(x, memory, memory, { keyLengths: [4, 1] });
    expect(trace.weights.shape).toEqual([2, 2, 3, 4]);
    const { output } = mha.forward(x, memory, memory, { keyLengths: [4, 1] });
    expect(largestDifference(output.data, trace.output.data)).toBeLessThanOrEqual(2e-6);
    expect(trace.weights.data.at(-4)).toBe(1); // only one key remains unmasked
    mha.dispose();
    again.dispose();
  });

  test('an output bias alone equals an input bias of zeros', () => {
    const weights = { inProjWeight: lcg(1, [12, 4]), outProjWeight: lcg(2, [4, 4]) };
    const outProjBias = lcg(3, [4]);
    const [with0, without] = [{ inProjBias: tensor(new Float32Array(12), [12]), outProjBias }, { outProjBias }].map(
      (bias) => engine.createMultiheadAttention({ embedDim: 4, numHeads: 1, ...weights, ...bias }),
    );
    const x = lcg(4, [1, 3, 4]);
    expect(with0.forward(x, x, x)).toEqual(without.forward(x, x, x));
    with0.dispose();
    without.dispose();
  });

  test('xavierUniform: bound, seed and gain', () => {
    const bound = Math.sqrt(6 / (20 + 30));
    const weights = engine.xavierUniform([20, 30], { seed: 1 });
    expect(weights.shape).toEqual([20, 30]);
    expect(Math.max(...weights.data.map(Math.abs))).toBeLessThanOrEqual(bound);
    expect(Math.max(...weights.data.map(Math.abs))).toBeGreaterThan(bound * 0.97);
    expect(engine.xavierUniform([20, 30], { seed: 1 })).toEqual(weights);
    expect(engine.xavierUniform([20, 30], { seed: 2 })).not.toEqual(weights);
    expect(engine.xavierUniform([20, 30], { seed: 1, gain: 2 }).data[0]).toBeCloseTo(2 * weights.data[0], 6);
  });

  test('the untrained model: tokens, trace, interventions', () => {
    const model = engine.createUntrainedModel({ seed: 1 });
    const run = model.run('The cat sat on the mat');
    expect(run.trained).toBe(false);
    expect(run.tokens.map(({ text }) => text)).toEqual(['The', 'cat', 'sat', 'on', 'the', 'mat']);
    expect(run.attention('encoder', 0).shape).toEqual([4, 6, 6]);
    const { query: q, weights, masked } = run.trace('encoder', 0, 3);
    expect(q.shape).toEqual([6, 8]);
    expect(weights.data).toEqual(run.attention('encoder', 0).data.slice(3 * 36));
    expect(masked.data.every(Number.isFinite)).toBe(true);
    const causal = model.run('The cat sat on the mat', { intervene: { causal: true } });
    expect(causal.trace('encoder', 0, 0).weights.data[1]).toBe(0);
    const unscaled = model.run('The cat sat on the mat', { intervene: { useScaling: false } }).trace('encoder', 0, 0);
    expect(unscaled.scaled).toEqual(unscaled.scores);
    expect(model.run('The cat').layer('encoder', 0).queryInput.data).toEqual(
      run.layer('encoder', 0).queryInput.data.slice(0, 64),
    );
    model.dispose();
  });

  test('10,000 calls do not grow the heap', () => {
    const mha = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 });
    const x = lcg(1, [1, 3, 8]);
    const once = () => {
      engine.scaledDotProductAttention(query, key, value, { needWeights: true, isCausal: true });
      mha.forward(x, x, x);
      const short = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 });
      short.dispose();
      engine.xavierUniform([4, 4]);
    };
    once();
    const before = engine.heapSize;
    for (let call = 0; call < 10_000; call++) once();
    expect(engine.heapSize - before).toBeLessThan(1000); // if each call leaked a single byte, this would be 160,000
    mha.dispose();
  });

  test('an untrained model has the weights of four projections', () => {
    const model = engine.createUntrainedModel();
    const [query] = model.parameters;
    expect(query).toEqual({ name: 'encoder.0.self_attention.query.weight', shape: [32, 32] });
    expect(model.parameter(query.name).shape).toEqual(query.shape);
    expect(() => model.parameter('query')).toThrow(/^name: expected a parameter of the model, as 'encoder/);
    expect(model.parameters).toHaveLength(4);
    model.dispose();
  });

  test('use after dispose is an error', () => {
    const mha = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2 });
    mha.dispose();
    mha.dispose();
    const x = lcg(1, [1, 3, 8]);
    expect(() => mha.forward(x, x, x)).toThrow('disposed');
    const model = engine.createUntrainedModel();
    model.dispose();
    expect(() => model.run('a')).toThrow('disposed');
  });
});

test('use of a disposed engine is an error', async () => {
  const engine = await createEngine();
  engine.dispose();
  engine.dispose();
  expect(() => engine.xavierUniform([1, 1])).toThrow('disposed');
});

test('both builds agree', () => {
  const x = lcg(1, [1, 2, 40, 16]);
  const [simd, relaxed] = BUILDS.map((build) => engines[build].scaledDotProductAttention(x, x, x).output.data);
  expect(largestDifference(simd, relaxed)).toBeLessThanOrEqual(2e-6);
});
