// Attention for long texts: sparse patterns and variants are compared with their definitions.
import fc from 'fast-check';
import { BUILDS, engines } from '../engines.mjs';
import { largestDifference, lcg } from '../fixtures.mjs';
import { attention, linearAttention } from '../../fuzz/reference.mjs';

const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 60) / 3);
const BLOCK = 64;

const inputsOf = (tokens, dim, seed, heads = 2) =>
  [1, 2, 3].map((more) => lcg(seed * 10 + more, [1, heads, tokens, dim]));

const rootMeanSquare = (a, b) => Math.sqrt(a.reduce((sum, number, at) => sum + (number - b[at]) ** 2, 0) / a.length);
const isFalling = (numbers) => numbers.every((number, at) => at === 0 || number < numbers[at - 1]);

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const attend = (inputs, options) => engine.scaledDotProductAttention(...inputs, options).output.data;

  test('window and global tokens keep the pairs of their papers, causal or not', () => {
    const sizes = fc.record({
      tokens: fc.integer({ min: 1, max: 300 }),
      dim: fc.integer({ min: 1, max: 20 }),
      window: fc.integer({ min: 0, max: 200 }),
      global: fc.array(fc.nat(299), { maxLength: 3 }),
      isCausal: fc.boolean(),
      seed: fc.nat(1e6),
    });
    fc.assert(
      fc.property(sizes, ({ tokens, dim, window, global: some, isCausal, seed }) => {
        const global = some.filter((token) => token < tokens);
        const [query, key, value] = inputsOf(tokens, dim, seed);
        const options = { pattern: { kind: 'window', window, global }, isCausal };
        const expected = attention(query, key, value, options).output;
        expect(largestDifference(attend([query, key, value], options), expected)).toBeLessThan(1e-5);
      }),
      { numRuns: RUNS },
    );
  });

  test('random blocks: the same number for every query block, determined by the seed', () => {
    const tokens = 20 * BLOCK;
    const randomOnly = (seed) =>
      engine.patternMask({ kind: 'bigbird', window: 0, randomBlocks: 2, seed }, tokens).allow.data;
    const one = randomOnly(1);
    for (let block = 0; block < tokens / BLOCK; block++) {
      const row = one.subarray(block * BLOCK * tokens).subarray(0, tokens);
      const whole = Array.from({ length: tokens / BLOCK }, (_, at) =>
        row.subarray(at * BLOCK, (at + 1) * BLOCK).every((kept) => kept === 1),
      ).filter(Boolean).length;
      expect(whole).toBeGreaterThanOrEqual(1);
      expect(whole).toBeLessThanOrEqual(2);
    }
    // Outputs are compared with Buffer.compare, since Jest's own comparison takes seconds.
    expect(Buffer.compare(randomOnly(1), one)).toBe(0);
    expect(Buffer.compare(randomOnly(2), one)).not.toBe(0);
  });

  test('a pattern equals its mask', () => {
    const tokens = 333;
    const inputs = inputsOf(tokens, 16, 4);
    const pattern = { kind: 'bigbird', window: 40, global: [0, 100], randomBlocks: 1, seed: 3 };
    const asMask = attend(inputs, { mask: engine.patternMask(pattern, tokens) });
    expect(largestDifference(attend(inputs, { pattern }), asMask)).toBeLessThan(1e-6);
    const traced = engine.traceAttention(...inputs, { pattern }).output.data;
    expect(largestDifference(traced, asMask)).toBeLessThan(1e-5);
  });

  test('linear attention equals its definition, causal or not, with padding', () => {
    for (const [isCausal, length] of [
      [false, 150],
      [true, 150],
      [true, 97],
      [false, 97],
    ]) {
      const [query, key, value] = inputsOf(150, 12, 5);
      const options = { isCausal, keyLengths: [length] };
      const given = attend([query, key, value], { variant: { kind: 'linear' }, ...options });
      expect(largestDifference(given, linearAttention(query, key, value, options))).toBeLessThan(1e-5);
    }
  });

  test('the error of Performer falls about as 1/√features', () => {
    // Halved query and key vectors have moderate norms, as after layer norms and training. Otherwise, the variance of
    // Performer's estimate, which grows with e^(|q|·|k|), would be too large.
    const inputs = inputsOf(200, 16, 6).map(({ data, shape }) => ({ data: data.map((x) => x / 2), shape }));
    for (const isCausal of [false, true]) {
      const exact = attend(inputs, { isCausal });
      const errors = [16, 64, 256, 1024].map((features) => {
        const seeds = [0, 2, 4, 6, 8].map((seed) =>
          rootMeanSquare(attend(inputs, { variant: { kind: 'performer', features, seed }, isCausal }), exact),
        );
        return seeds.reduce((a, b) => a + b) / seeds.length;
      });
      expect(isFalling(errors)).toBe(true);
      expect(errors[0] / errors[3]).toBeGreaterThan(4); // by the square-root law, the ratio would be 8
    }
  });

  test('the error of Linformer falls with its rank on smooth inputs, and vanishes at full rank', () => {
    const tokens = 256;
    const smoothInput = (seed) => {
      const { data, shape } = lcg(seed, [1, 1, tokens, 8]);
      const smooth = data.map((_, at) => Math.sin((Math.floor(at / 8) / tokens) * 6 + (at % 8) + seed));
      return { data: smooth, shape };
    };
    const inputs = [smoothInput(1), smoothInput(2), smoothInput(3)];
    const exact = attend(inputs);
    const errors = [4, 16, 64, 256].map((rank) =>
      rootMeanSquare(attend(inputs, { variant: { kind: 'linformer', rank } }), exact),
    );
    expect(isFalling(errors)).toBe(true);
    expect(errors[3]).toBeLessThan(1e-6);
  });

  test('Linformer with given projections equals attention over the projected keys and values', () => {
    const [query, key, value] = inputsOf(90, 8, 7, 1);
    const [keyProjection, valueProjection] = [8, 9].map((seed) => {
      const { data, shape } = lcg(seed, [10, 90]);
      return { data: data.map((x) => x / Math.sqrt(90)), shape };
    });
    const project = (matrix, { data }) => ({
      data: Float32Array.from({ length: 10 * 8 }, (_, at) => {
        const [row, column] = [Math.floor(at / 8), at % 8];
        let sum = 0;
        for (let j = 0; j < 90; j++) sum += matrix.data[row * 90 + j] * data[j * 8 + column];
        return sum;
      }),
      shape: [1, 1, 10, 8],
    });
    const expected = attend([query, project(keyProjection, key), project(valueProjection, value)]);
    const variant = { kind: 'linformer', rank: 10, keyProjection, valueProjection };
    expect(largestDifference(attend([query, key, value], { variant }), expected)).toBeLessThan(1e-5);
  });

  test.each([
    [{ pattern: { kind: 'windows' } }, /^pattern.kind: expected one of/],
    [{ pattern: { kind: 'window' } }, /^pattern.window: expected a number, got undefined/],
    [
      { pattern: { kind: 'window', window: 4, global: [9] } },
      /^pattern.global\[0\]: expected a whole number from 0 to 7, got 9/,
    ],
    [{ pattern: { kind: 'window', window: 4, seed: 1 } }, /^pattern: .*'seed'/],
    [{ variant: { kind: 'linformer', rank: 9 } }, /^variant.rank: expected a whole number from 1 to 8, got 9/],
    [
      { variant: { kind: 'linformer', rank: 2, valueProjection: lcg(1, [2, 8]) } },
      /^variant.keyProjection: expected a tensor/,
    ],
    [
      { variant: { kind: 'linformer', rank: 2, keyProjection: lcg(1, [3, 8]) } },
      /^variant.keyProjection.shape: expected \[2, 8\]/,
    ],
    [{ variant: { kind: 'performer' } }, /^variant.features: expected a number, got undefined/],
  ])('%j is rejected by name', (options, message) => {
    expect(() => attend(inputsOf(8, 4, 1), options)).toThrow(message);
  });

  test('options that cannot be combined are named', () => {
    const inputs = inputsOf(8, 4, 1);
    const variant = { kind: 'linear' };
    const allow = { data: new Uint8Array(8), shape: [8] };
    const linformer = { kind: 'linformer', rank: 2 };
    const limited = {
      mask: [{ allow }, 'none', 'one'],
      pattern: [{ kind: 'window', window: 2 }, 'none', 'one'],
      activation: ['relu', "'softmax'", "'relu'"],
      eps: [0.5, '0', '0.5'],
      dropoutP: [0.5, '0', '0.5'],
      needWeights: [true, 'false', 'true'],
    };
    for (const [name, [value, expected, got]] of Object.entries(limited)) {
      const message = `${name}: expected ${expected} for this variant, got ${got}`;
      expect(() => attend(inputs, { variant, [name]: value })).toThrow(message);
      expect(() => attend(inputs, { variant: linformer, [name]: value })).toThrow(message);
    }
    for (const [name, value] of Object.entries({ isCausal: true, keyLengths: [3] })) {
      expect(() => attend(inputs, { variant, [name]: value })).not.toThrow();
      expect(() => attend(inputs, { variant: linformer, [name]: value })).toThrow(`${name}: expected `);
    }
    expect(() => attend(inputs, { variant, scale: -1 })).toThrow(/^scale: expected more than 0/);
    expect(() => engine.traceAttention(...inputs, { variant })).toThrow(/^variant: expected none for a trace/);
    const [query] = inputsOf(4, 4, 1);
    expect(() => attend([query, ...inputs.slice(1)], { pattern: { kind: 'window', window: 2 } })).toThrow(
      /^pattern: expected as many queries as keys for 'window', got 4 and 8/,
    );
  });
});
