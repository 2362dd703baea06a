// Activations by name: which ones exist, how they add up, and how they are read and replaced.
import fc from 'fast-check';
import { STEPS } from '../../../web/engine/transformer/activations.js';
import { engines } from '../engines.mjs';
import { FAMILIES, casesOf, filesOf } from './tiny-models.mjs';

const engine = engines.simd;

const largest = (data) => data.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
const finite = (data) => data.map((each) => (each === -Infinity ? 0 : each));
/** Checks that arrays a and b differ nowhere by more than this share of b's largest magnitude. */
function expectClose(a, b, share = 1e-5) {
  expect(a.length).toBe(b.length);
  const isMasked = (each) => each === -Infinity;
  expect(a.map((each) => Number(isMasked(each)))).toEqual(b.map((each) => Number(isMasked(each))));
  if (b.some(isMasked)) return expectClose(finite(a), finite(b), share);
  expect(largest(a.map((each, at) => each - b[at]))).toBeLessThanOrEqual(share * largest(b));
}
const plus = (...tensors) => tensors[0].data.map((_, at) => tensors.reduce((sum, { data }) => sum + data[at], 0));
const runOf = (model, name, options = {}) => {
  const { ids, target, types } = casesOf(name)[0];
  return model.run(ids, { ...(target && { target }), ...(types && { tokenTypes: types }), ...options });
};

test('the table lists exactly the steps of C++', async () => {
  const { default: create } = await import('../../../web/engine/wasm/spotlight.js');
  expect(create).toBeDefined();
  const names = new Set();
  for (const name of FAMILIES) {
    const model = await engine.loadPretrained(filesOf(name));
    for (const { name: activation, meaning } of model.activations) {
      names.add(activation.split('.').at(-1));
      expect(meaning).toMatch(/\w/);
    }
    model.dispose();
  }
  names.add('patches'); // vision models have patches
  names.add('outputTransform'); // encoders that predict masked tokens have this transform
  expect([...names].sort()).toEqual(Object.keys(STEPS).sort());
});

describe.each(FAMILIES)('%s', (name) => {
  let model;
  let run;
  beforeAll(async () => {
    model = await engine.loadPretrained(filesOf(name));
    run = runOf(model, name);
  });
  afterAll(() => model.dispose());
  const has = (activation) => model.activations.some((each) => each.name === activation);

  test('every activation has its stated shape', () => {
    const { encoder, decoder } = model.description;
    const sizes = { encoder: run.tokens.length, target: run.target.length };
    for (const { name: activation, shape } of model.activations) {
      const [attention] = activation.split('.');
      const isSource = attention === 'encoder' || (attention === 'cross' && /\.(key|value)$/.test(activation));
      const tokens = isSource ? sizes.encoder : sizes.target;
      const keys = attention === 'decoder' || !encoder ? sizes.target : sizes.encoder;
      const expected = shape.map((size) => (size === 'keys' ? keys : typeof size === 'string' ? tokens : size));
      const tensor = run.activation(activation);
      expect([activation, tensor.shape]).toEqual([activation, expected]);
      expect(tensor.data.length).toBe(expected.reduce((product, size) => product * size, 1));
    }
    expect(decoder ?? encoder).toBeDefined();
  });

  test('sums are consistent', () => {
    for (const { name: activation } of model.activations.filter((each) => each.name.endsWith('.headResult'))) {
      const place = activation.replace('.headResult', '');
      const [attention, layer] = place.split('.');
      const { data, shape } = run.activation(activation);
      const [heads, tokens, embedDim] = shape;
      const stack = attention === 'encoder' ? 'encoder' : 'decoder';
      const projection = `${stack}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.output`;
      const hasBias = model.parameters.some((parameter) => parameter.name === `${projection}.bias`);
      const bias = hasBias ? model.parameter(`${projection}.bias`) : null;
      const sum = Float32Array.from({ length: tokens * embedDim }, (_, at) => {
        let total = bias ? bias.data[at % embedDim] : 0;
        for (let head = 0; head < heads; head++) total += data[head * tokens * embedDim + at];
        return total;
      });
      expectClose(sum, run.activation(`${place}.attentionProjection`).data);
      if (attention === 'cross') continue;
      const read = (step) => run.activation(`${place}.${step}`);
      if (has(`${place}.attentionNorm`)) {
        expectClose(plus(read('residualPre'), read('attentionOutput')), read('residualMid').data);
        continue;
      }
      const cross =
        attention === 'decoder' && has(`cross.${layer}.attentionOutput`)
          ? [run.activation(`cross.${layer}.attentionOutput`)]
          : [];
      const added = [read('attentionOutput'), ...cross, read('feedForwardOutput')];
      expectClose(plus(read('residualPre'), ...added), read('residualPost').data);
    }
    for (const stack of ['encoder', 'decoder']) {
      if (!has(`${stack}.embedding`)) continue;
      const last = model.layers[stack] - 1;
      const end = has(`${stack}.${last}.feedForwardNorm`) ? 'feedForwardNorm' : 'residualPost';
      expectClose(run.activation(`${stack}.${last}.${end}`).data, run.activation(`${stack}.finalResidual`).data);
    }
  });

  test('traces, outputs and logits equal activations', () => {
    for (const attention of ['encoder', 'decoder', 'cross']) {
      for (let layer = 0; layer < model.layers[attention]; layer++) {
        const weights = run.activation(`${attention}.${layer}.weights`);
        expectClose(weights.data, run.attention(attention, layer).data);
        const { query, key, masked, output } = run.trace(attention, layer, 1);
        const read = (step, heads = [1]) => run.activation(`${attention}.${layer}.${step}`, { heads }).data;
        const of = (step) => (has(`${attention}.${layer}.rotatedQuery`) ? `rotated${step}` : step.toLowerCase());
        expectClose(read(of('Query')), query.data);
        const { numHeads, numKvHeads } = model.description[attention === 'encoder' ? 'encoder' : 'decoder'];
        expectClose(read(of('Key'), [Math.floor(numKvHeads / numHeads)]), key.data);
        expectClose(read('headOutput'), output.data);
        expectClose(read('masked'), masked.data);
      }
    }
    if (has('decoder.logits')) expectClose(run.activation('decoder.logits').data, run.logits.data);
  });

  test('reading one changes nothing, and a slice equals that part', async () => {
    const before = run.output.data.slice();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...model.activations), fc.nat(), fc.nat(), async (activation, head, row) => {
        const whole = run.activation(activation.name);
        const hasHeads = typeof activation.shape[0] === 'number';
        const rowAxis = hasHeads ? 1 : 0;
        const list = activation.shape[rowAxis] === 'queries' ? 'queries' : 'tokens';
        const [h, r] = [hasHeads ? head % whole.shape[0] : 0, row % whole.shape[rowAxis]];
        const selection = { ...(hasHeads && { heads: [h] }), [list]: [r] };
        const part = run.activation(activation.name, selection);
        const columns = whole.data.length / (hasHeads ? whole.shape[0] : 1) / whole.shape[rowAxis];
        const start = (h * whole.shape[rowAxis] + r) * columns;
        expectClose(part.data, whole.data.slice(start, start + columns), 1e-4);
        expect(await run.activationAsync(activation.name, selection)).toEqual(part);
      }),
      { numRuns: 25 },
    );
    expect(runOf(model, name).output.data).toEqual(before);
  });

  test('a replaced activation reads as replaced, and later ones change', () => {
    const { attention, layer } =
      model.layers.encoder > 0 ? { attention: 'encoder', layer: 0 } : { attention: 'decoder', layer: 0 };
    const activation = `${attention}.${layer}.headOutput`;
    const changed = runOf(model, name, {
      intervene: { replace: [{ activation, heads: [1], tokens: [2], with: 'zero' }] },
    });
    expect(changed.activation(activation, { heads: [1], tokens: [2] }).data.every((each) => each === 0)).toBe(true);
    expect(changed.activation(activation, { heads: [0] })).toEqual(run.activation(activation, { heads: [0] }));
    expect(changed.output.data).not.toEqual(run.output.data);
    // Replacing an activation with itself changes nothing except rounding.
    const same = run.activation(`${attention}.${layer}.weights`);
    const again = runOf(model, name, {
      intervene: { replace: [{ activation: `${attention}.${layer}.weights`, with: same }] },
    });
    expectClose(again.output.data, run.output.data, 1e-4);
    const size = same.shape.at(-1);
    const add = (sign) => ({
      activation: `${attention}.${layer}.scaled`,
      queries: [1],
      with: { add: { data: Float32Array.from({ length: size }, (_, at) => sign * at), shape: [size] } },
    });
    const twice = runOf(model, name, { intervene: { replace: [add(1), add(-1)] } });
    expectClose(twice.output.data, run.output.data, 1e-4);
  });
});

test('a step after cross-attention stays that of its run, whatever the model runs afterwards', async () => {
  const model = await engine.loadPretrained(filesOf('t5'));
  const run = model.run([4, 5, 6, 7], { target: [8, 9] });
  const names = model.activations.map(({ name }) => name).filter((name) => name.startsWith('decoder.0.'));
  const read = () => names.map((name) => [name, run.activation(name).data]);
  const before = read();
  model.run([9, 10, 11], { target: [8, 9] });
  expect(read()).toEqual(before);
  model.dispose();
});

describe('errors', () => {
  let model;
  beforeAll(async () => (model = await engine.loadPretrained(filesOf('gpt2'))));
  afterAll(() => model.dispose());
  const run = (replace) => model.run([1, 2, 3], replace && { intervene: { replace: [replace] } });

  test.each([
    ['decoder.0.residualMidd', {}, /^name: expected an activation of the model, as 'decoder.0.residualMid'/],
    ['residualMid', {}, /^name: expected an activation of the model/],
    [7, {}, /^name: expected .* got 7$/],
    ['decoder.0.weights', { tokens: [0] }, /^selection.tokens: expected none: decoder.0.weights has no tokens/],
    ['decoder.0.residualPre', { heads: [0] }, /^selection.heads: expected none/],
    ['decoder.0.weights', { heads: [99] }, /^selection.heads\[0\]: expected .* got 99/],
    ['decoder.0.weights', { queries: [1, 0] }, /^selection.queries: expected ascending numbers, got 0 after 1/],
    ['decoder.0.weights', { head: 1 }, /unknown option 'head'/],
  ])('%s with %j is named', (name, selection, message) => {
    expect(() => run().activation(name, selection)).toThrow(message);
  });

  test.each([
    [{ activation: 'decoder.0.mlp', with: 'zero' }, /^intervene.replace\[0\].activation: expected an activation/],
    [{ activation: 'decoder.0.weights' }, /^intervene.replace\[0\].with: expected 'zero', a tensor or/],
    [{ activation: 'decoder.0.weights', with: 'mean' }, /^intervene.replace\[0\].with: expected 'zero'/],
    [
      { activation: 'decoder.0.residualPre', with: { data: new Float32Array(3), shape: [3] } },
      /^intervene.replace\[0\].with.shape: expected \[tokens, \d+\] or its last dimensions, got \[3\]/,
    ],
    [
      { activation: 'decoder.0.residualPre', with: { data: new Float32Array(1).fill(NaN), shape: [1] } },
      /^intervene.replace\[0\].with\[0\]: expected a finite number, got NaN/,
    ],
    [{ activation: 'decoder.0.weights', tokens: [0], with: 'zero' }, /^intervene.replace\[0\].tokens: expected none/],
  ])('the replacement %j is named', (replacement, message) => {
    expect(() => run(replacement)).toThrow(message);
  });

  describe('a number beyond float32', () => {
    const steps = (...replace) => ({ replace: replace.map((activation) => ({ activation, with: 'zero' })) });

    test('is named on reading', async () => {
      const broken = model.run([1, 2, 3], {
        intervene: steps('decoder.1.attentionNormScale', 'decoder.1.attentionOutput'),
      });
      for (const step of ['attentionNormalized', 'query', 'scores', 'masked', 'weights', 'headOutput']) {
        const message = new RegExp(`^decoder\\.1\\.${step}\\[0[\\d, ]*\\] is beyond float32`);
        expect(() => broken.activation(`decoder.1.${step}`)).toThrow(message);
        await expect(broken.activationAsync(`decoder.1.${step}`)).rejects.toThrow(message);
      }
      expect(() => broken.layer('decoder', 1)).toThrow(/^decoder\.1\.attentionInput\[0, 0\] is beyond float32/);
      expect(broken.activation('decoder.1.attentionOutput').data.every((each) => each === 0)).toBe(true);
      expect(() => run().intervene(steps('decoder.finalNormScale', 'decoder.logits'))).toThrow(
        /^decoder output\[0, 0\] is beyond float32/,
      );
    });

    test('is allowed where a pair is masked out', () => {
      const vector = (value) => ({ data: Float32Array.of(value), shape: [1] });
      const intervene = {
        ablateTokens: [2],
        replace: [
          { activation: 'decoder.0.query', with: vector(1e10) },
          { activation: 'decoder.0.key', tokens: [2], with: vector(3e38) },
        ],
      };
      const { data } = model.run([1, 2, 3], { intervene }).activation('decoder.0.scores', { heads: [1], queries: [2] });
      expect([...data].map(Number.isFinite)).toEqual([true, true, false]);
      expect(() => model.run([1, 2, 3], { intervene: { ...intervene, ablateTokens: [] } })).toThrow(/beyond float32/);
    });
  });

  test('aborting ends asynchronous reading', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(run().activationAsync('decoder.0.weights', { signal })).rejects.toBe(reason);
    expect((await run().activationAsync('decoder.0.weights')).shape).toEqual([expect.any(Number), 3, 3]);
  });
});
