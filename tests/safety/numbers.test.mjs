// Numbers at the limits of float32 and of 2⁵³: large scores, seeds, eps, gain, int8, and the results of costOf.
import { costOf, fromInt8PerRow, tensor, toInt8PerRow } from 'attention-spotlight';
import fc from 'fast-check';
import { BUILDS, engines } from '../engine/engines.mjs';
import { largestDifference, lcg } from '../engine/fixtures.mjs';
import { about } from '../about.mjs';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 200);

test('int8 per row: the stated bound for all finite float32', () => {
  const row = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(row, (numbers) => {
      const back = fromInt8PerRow(toInt8PerRow(tensor(numbers, [1, numbers.length])));
      const largest = Math.max(...numbers.map(Math.abs));
      numbers.forEach((number, at) => {
        expect(Math.abs(back.data[at] - number)).toBeLessThanOrEqual(largest * (1 / 254 + 2 ** -23) + 1e-43);
      });
    }),
    {
      numRuns: RUNS * 5,
      examples: [
        [[1e7, 1]],
        [[1e-5]],
        [[3.4028234663852886e38]],
        [[-3.4028234663852886e38, 1]],
        [[2 ** -149]],
        [[1e-40, 3e-41]],
      ],
    },
  );
});

/** Result of a call, or 'beyond float32' if it throws the error that its inputs are too large. */
const outcome = (call) => {
  try {
    return call();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toMatch(/is beyond float32: the inputs are too large$/);
    return 'beyond float32';
  }
};

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const both = (query, key, value, options) => [
    outcome(() => engine.scaledDotProductAttention(query, key, value, options).output.data),
    outcome(() => engine.traceAttention(query, key, value, options).output.data),
  ];
  const one = (...numbers) => tensor(numbers, [1, 1, numbers.length, 1]);

  test.each([
    ['−∞ beside a finite score', one(1e20), one(-1e20, 0), one(1, 2), {}, 'beyond float32'],
    ['−∞ alone', one(1e20), one(-1e20, -1e20), one(1, 2), {}, 'beyond float32'],
    ['+∞', one(1e20), one(1e20, 0), one(1, 2), {}, 'beyond float32'],
    [
      'a product that only the scale brings back',
      one(1e20),
      one(1e20, 0),
      one(1, 2),
      { scale: 1e-20 },
      'beyond float32',
    ],
    ['a scale that would overflow the query alone', one(1e30), one(1e-30, 0), one(1, 2), { scale: 1e10 }, [1]],
    ['a scale that overflows the score', one(1e30), one(1e-10, 0), one(1, 2), { scale: 1e30 }, 'beyond float32'],
    ['large but finite', one(1e18), one(-1e18, 0), one(1, 2), {}, [2]],
    [
      'a masked score',
      one(1e20),
      one(1e20, 0),
      one(1, 2),
      { mask: { block: { data: Uint8Array.of(1, 0), shape: [2] } } },
      [2],
    ],
    [
      'an additively masked score',
      one(1e20),
      one(1e20, 0),
      one(1, 2),
      { mask: { add: tensor([-Infinity, 0], [2]) } },
      [2],
    ],
    [
      'a score after the causal diagonal',
      one(1, 1e20),
      tensor([0, 1e20], [1, 1, 2, 1]),
      one(1, 2),
      { isCausal: true },
      'beyond float32',
    ],
    ['the same, masked', one(1e20, 1), tensor([0, 1e20], [1, 1, 2, 1]), one(1, 2), { isCausal: true }, [1, 2]],
    ['padding', one(1e20), one(0, 1e20), one(1, 2), { keyLengths: [1] }, [1]],
    [
      'an additive mask that overflows',
      one(1e19),
      one(-1e19, 0),
      one(1, 2),
      { mask: { add: tensor([-3.4e38, 0], [2]) } },
      'beyond float32',
    ],
    [
      "a mask of float32's lowest number",
      one(5),
      one(-5, 5),
      one(1, 2),
      { mask: { add: tensor([-3.4028234663852886e38, 0], [2]) } },
      [2],
    ],
    ['a scale of 0', one(1e10), one(1e10, 0), one(1, 3), { scale: 0 }, [2]],
  ])(
    'one rule for scores beyond float32, in the fused pass and in the trace: %s',
    (_, query, key, value, options, expected) => {
      for (const got of both(query, key, value, options)) {
        expect(typeof got === 'string' ? got : [...got].map((x) => Math.round(x * 1e4) / 1e4)).toEqual(expected);
      }
    },
  );

  test.each([
    ['a small value under low scores', [-20], [1, 1], [1e-30, 1e-30]],
    ['the smallest values under scores of 0', [0], [1, 1], [1e-37, 3e-37]],
    ['one small value far below another score', [-20], [0, 1], [0, 1e-28]],
    ['the largest values under equal scores', [0], Array(70).fill(1), Array(70).fill(3.4e38)],
    ['the largest values under high scores', [100], Array(70).fill(1), Array(70).fill(-3.4e38)],
    ['small values under low scores, with a mask', [-20], [1, 1, 1], [1e-30, 1e-30, 5], { keyLengths: [2] }],
  ])('the fused pass is as exact as the trace: %s', (_, query, key, value, options = {}) => {
    const [fused, traced] = both(one(...query), one(...key), one(...value), { scale: 1, ...options });
    expect(Math.abs(fused[0] / traced[0] - 1)).toBeLessThan(2e-6);
  });

  test('the rule is the same for random magnitudes, masks and scales', () => {
    const magnitude = fc.integer({ min: -38, max: 38 });
    const arrangement = fc.record({
      seed: fc.nat(1e6),
      queries: fc.integer({ min: 1, max: 5 }),
      keys: fc.integer({ min: 1, max: 70 }),
      headDim: fc.integer({ min: 1, max: 5 }),
      exponents: fc.tuple(magnitude, magnitude),
      scale: fc.option(fc.integer({ min: -30, max: 30 })),
      mask: fc.constantFrom('none', 'causal', 'block', 'add'),
    });
    fc.assert(
      fc.property(arrangement, ({ seed, queries, keys, headDim, exponents, scale, mask }) => {
        const [query, key] = [
          lcg(seed, [1, 1, queries, headDim], 10 ** exponents[0] / 2),
          lcg(seed + 1, [1, 1, keys, headDim], 10 ** exponents[1] / 2),
        ];
        const value = lcg(seed + 2, [1, 1, keys, 2]);
        const flags = Uint8Array.from(lcg(seed + 3, [keys]).data, (x) => (x > 0 ? 1 : 0));
        const options = {
          ...(scale === null ? {} : { scale: 10 ** scale }),
          ...(mask === 'causal' ? { isCausal: true } : {}),
          ...(mask === 'block' ? { mask: { block: { data: flags, shape: [keys] } } } : {}),
          ...(mask === 'add'
            ? {
                mask: {
                  add: tensor(
                    [...flags].map((x) => (x ? -Infinity : -1e38)),
                    [keys],
                  ),
                },
              }
            : {}),
        };
        const [fused, traced] = both(query, key, value, options);
        // Numbers are compared only if scores are moderate: rounding errors alone change large scores, and softmax
        // turns the change into different weights.
        if (typeof fused === 'string' || typeof traced === 'string') expect(fused).toEqual(traced);
        else if (Math.abs(exponents[0] + exponents[1] + (scale ?? 0)) < 1) {
          expect(largestDifference(fused, traced)).toBeLessThan(1e-3);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test.each([0, 1, 2 ** 51, 2 ** 53 - 1])('seed %d: no two projections share their weights', (seed) => {
    const layer = engine.createMultiheadAttention({ embedDim: 8, numHeads: 1, seed });
    const x = tensor(
      Float32Array.from({ length: 64 }, (_, at) => Number(at % 9 === 0)),
      [1, 8, 8],
    ); // the function that changes nothing
    const { query, key, value } = layer.trace(x, x, x);
    layer.dispose();
    expect(query.data).not.toEqual(key.data);
    expect(key.data).not.toEqual(value.data);
    expect(query.data).not.toEqual(value.data);
    const near = engine.createMultiheadAttention({ embedDim: 8, numHeads: 1, seed: seed === 0 ? 1 : seed - 1 });
    expect(near.trace(x, x, x).query.data).not.toEqual(query.data);
    near.dispose();
  });

  test('saturation with the largest seed: query and key are independent', () => {
    const { scoreVariance } = engine.saturation({
      headDim: 64,
      keys: 64,
      queries: 64,
      scaled: false,
      seed: 2 ** 53 - 1,
    });
    expect(scoreVariance / 64).toBeGreaterThan(0.7);
    expect(scoreVariance / 64).toBeLessThan(1.4);
  });

  test('eps: beyond float32 it is refused, and up to there its weights are right', () => {
    const [query, key, value] = [one(1), one(1, 2), one(1, 3)];
    const weights = (eps) =>
      engine.scaledDotProductAttention(query, key, value, { eps, needWeights: true }).weights.data;
    expect(() => weights(1e39)).toThrow(about('eps', 1e39));
    expect([...weights(3e38)]).toEqual([0.5, 0.5]);
    expect(() => weights(1e-46)).toThrow(about('eps', 1e-46));
  });

  test('gain: weights beyond float32 are refused', () => {
    expect(() => engine.xavierUniform([1, 1], { gain: 3e38 })).toThrow(/^gain: expected weights within float32, got /);
    expect(() => engine.xavierUniform([1, 1], { gain: 1e39 })).toThrow(about('gain'));
    expect(engine.xavierUniform([100, 100], { gain: 3e38 }).data.every(Number.isFinite)).toBe(true);
  });

  test('gradients beyond float32 are refused', () => {
    const [q, k, v, g] = [one(1, 2), one(1, 2), one(3e30, -3e30), one(1e20, 1e20)];
    expect(() => engine.attentionBackward(q, k, v, g)).toThrow(/^gradient of \w+\[.*is beyond float32/);
    const layer = engine.createMultiheadAttention({ embedDim: 2, numHeads: 1 });
    const x = tensor([1, 2, 3, 4], [1, 2, 2]);
    expect(() => layer.backward(x, x, x, tensor([3e38, 3e38, 3e38, 3e38], [1, 2, 2]))).toThrow(
      /^gradient of .*beyond float32/,
    );
    expect(layer.backward(x, x, x, x).query.data.every(Number.isFinite)).toBe(true);
    layer.dispose();
  });

  test('a temperature out of range is named, in both models', async () => {
    const model = await engine.loadModel();
    const untrained = engine.createUntrainedModel();
    for (const each of [model, untrained]) {
      for (const temperature of [1e-300, 1e-31, 1e31, 0, -1]) {
        expect(() => each.run('a b', { intervene: { temperature } })).toThrow(
          /^intervene\.temperature: expected from 1e-30 to 1e\+30/,
        );
      }
      for (const temperature of [1e-30, 1e30]) {
        const { data } = each.run('a b', { intervene: { temperature } }).attention('encoder', 0);
        expect(data.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
      }
      each.dispose();
    }
  });

  test('a refused step leaves no trace in the cache', () => {
    const d = 2;
    const identity = tensor([1, 0, 0, 1], [d, d]);
    const zeros = (...shape) => tensor(new Float32Array(shape.reduce((a, b) => a * b)), shape);
    const weights = {
      'self_attn.in_proj_weight': tensor([1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1], [3 * d, d]),
      'self_attn.in_proj_bias': zeros(3 * d),
      'self_attn.out_proj.weight': identity,
      'self_attn.out_proj.bias': zeros(d),
      'linear1.weight': identity,
      'linear1.bias': zeros(d),
      'linear2.weight': identity,
      'linear2.bias': zeros(d),
      'norm1.weight': tensor([1, 1], [d]),
      'norm1.bias': zeros(d),
      'norm2.weight': tensor([1, 1], [d]),
      'norm2.bias': zeros(d),
    };
    const layer = engine.createTransformerLayer({
      embedDim: d,
      numHeads: 1,
      feedforwardDim: d,
      normFirst: true,
      weights,
    });
    const steps = (...vectors) => {
      layer.begin();
      return vectors.map(([a, b]) => outcome(() => [...layer.step(tensor([a, b], [1, 1, d])).data]));
    };
    const right = steps([1, 2], [3, -4], [0.5, 6]);
    const huge = [3.4e38, 3.4e38];
    const got = steps([1, 2], huge, [3, -4], huge, [0.5, 6]);
    expect(got[1]).toBe('beyond float32');
    expect([got[0], got[2], got[4]]).toEqual(right);
    layer.dispose();
  });
});

test.each(BUILDS)('%s: a scale of 0 gives equal weights to the pairs that pattern and mask keep', (build) => {
  const engine = engines[build];
  const [tokens, dim] = [150, 5];
  const x = lcg(1, [1, 1, tokens, dim]);
  const pattern = { kind: 'bigbird', window: 6, global: [3], randomBlocks: 1 };
  const allow = { data: Uint8Array.from({ length: tokens }, (_, j) => Number(j % 3 !== 1)), shape: [tokens] };
  const options = { scale: 0, pattern, mask: { allow } };
  const kept = engine.patternMask(pattern, tokens).allow.data.map((flag, at) => flag && allow.data[at % tokens]);
  const { weights, output } = engine.traceAttention(x, x, x, options);
  for (let row = 0; row < tokens; row++) {
    const flags = kept.subarray(row * tokens, (row + 1) * tokens);
    const count = flags.reduce((sum, flag) => sum + flag, 0);
    const expected = Array.from(flags, (flag) => (flag ? Math.fround(1 / count) : 0));
    expect(Array.from(weights.data.subarray(row * tokens, (row + 1) * tokens))).toEqual(expected);
  }
  const fused = engine.scaledDotProductAttention(x, x, x, options).output;
  fused.data.forEach((value, at) => expect(value).toBeCloseTo(output.data[at], 5));
});

test('costOf counts the pairs that a pattern keeps, wherever its global tokens are', () => {
  const patterns = fc.integer({ min: 1, max: 60 }).chain((tokens) =>
    fc.record({
      tokens: fc.constant(tokens),
      window: fc.integer({ min: 0, max: 70 }),
      global: fc.array(fc.integer({ min: 0, max: tokens - 1 }), { maxLength: tokens }),
    }),
  );
  fc.assert(
    fc.property(patterns, ({ tokens, window, global }) => {
      const pattern = { kind: 'window', window, global };
      const kept = engines.simd.patternMask(pattern, tokens).allow.data.reduce((sum, flag) => sum + flag, 0);
      expect(costOf({ queries: tokens, headDim: 1, pattern }).steps.scores.multiplyAdds).toBe(kept);
      const bigbird = { ...pattern, kind: 'bigbird', randomBlocks: 1 };
      const more = engines.simd.patternMask(bigbird, tokens).allow.data.reduce((sum, flag) => sum + flag, 0);
      expect(
        costOf({ queries: tokens, headDim: 1, pattern: bigbird }).steps.scores.multiplyAdds,
      ).toBeGreaterThanOrEqual(more);
    }),
    { numRuns: RUNS, examples: [[{ tokens: 40, window: 6, global: [0, 39] }]] },
  );
});
