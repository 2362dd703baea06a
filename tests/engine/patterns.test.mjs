// Attention over long texts: sparse patterns against their definitions, and what sums the keys up against its own.
import fc from 'fast-check';
import { BUILDS, engines } from './engines.mjs';
import { largestDifference, lcg } from './fixtures.mjs';

const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 60) / 3);
const BLOCK = 64;

const headsOf = (words, dim, seed, heads = 2) => [1, 2, 3].map((more) => lcg(seed * 10 + more, [1, heads, words, dim]));
const transposed = ({ data, shape: [, heads, rows, columns] }, head) =>
  Array.from({ length: rows }, (_, i) =>
    data.subarray(((head % heads) * rows + i) * columns, ((head % heads) * rows + i + 1) * columns),
  );

/** What an attention gives whose unnormalised weights are given by a function of (query row, key row, i, j). */
function byDefinition([query, key, value], weightOf) {
  const output = [];
  for (let head = 0; head < query.shape[1]; head++) {
    const [q, k, v] = [query, key, value].map((tensor) => transposed(tensor, head));
    q.forEach((row, i) => {
      const weights = k.map((other, j) => weightOf(row, other, i, j));
      const sum = weights.reduce((a, b) => a + b, 0);
      for (let c = 0; c < value.shape[3]; c++) {
        output.push(sum > 0 ? weights.reduce((mixed, weight, j) => mixed + weight * v[j][c], 0) / sum : 0);
      }
    });
  }
  return output;
}

const dot = (a, b) => a.reduce((sum, number, c) => sum + number * b[c], 0);
const exponential = (q, k) => Math.exp(dot(q, k) / Math.sqrt(q.length));
const elu = (row) => Array.from(row, (x) => x / row.length ** 0.25).map((x) => (x > 0 ? x + 1 : Math.exp(x)));

const rootMeanSquare = (a, b) => Math.sqrt(a.reduce((sum, number, at) => sum + (number - b[at]) ** 2, 0) / a.length);
const isFalling = (numbers) => numbers.every((number, at) => at === 0 || number < numbers[at - 1]);

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const attend = (inputs, options) => engine.scaledDotProductAttention(...inputs, options).output.data;

  test('window and global words keep what their paper says, causal or not', () => {
    const sizes = fc.record({
      words: fc.integer({ min: 1, max: 300 }),
      dim: fc.integer({ min: 1, max: 20 }),
      window: fc.integer({ min: 0, max: 200 }),
      global: fc.array(fc.nat(299), { maxLength: 3 }),
      isCausal: fc.boolean(),
      seed: fc.nat(1e6),
    });
    fc.assert(
      fc.property(sizes, ({ words, dim, window, global: some, isCausal, seed }) => {
        const global = some.filter((word) => word < words);
        const inputs = headsOf(words, dim, seed);
        const hears = (i, j) =>
          (Math.abs(i - j) <= Math.floor(window / 2) || global.includes(i) || global.includes(j)) &&
          (!isCausal || j <= i);
        const expected = byDefinition(inputs, (q, k, i, j) => (hears(i, j) ? exponential(q, k) : 0));
        const pattern = { kind: 'window', window, global };
        expect(largestDifference(attend(inputs, { pattern, isCausal }), expected)).toBeLessThan(1e-5);
      }),
      { numRuns: RUNS },
    );
  });

  test('random blocks: as many for every block of queries, the same for the same seed, others for another', () => {
    const words = 20 * BLOCK;
    const randomOnly = (seed) =>
      engine.patternMask({ kind: 'bigbird', window: 0, randomBlocks: 2, seed }, words).allow.data;
    const one = randomOnly(1);
    for (let block = 0; block < words / BLOCK; block++) {
      const row = one.subarray(block * BLOCK * words).subarray(0, words);
      const whole = Array.from({ length: words / BLOCK }, (_, at) =>
        row.subarray(at * BLOCK, (at + 1) * BLOCK).every((kept) => kept === 1),
      ).filter(Boolean).length;
      expect(whole).toBeGreaterThanOrEqual(1);
      expect(whole).toBeLessThanOrEqual(2);
    }
    expect(randomOnly(1)).toEqual(one);
    expect(randomOnly(2)).not.toEqual(one);
  });

  test('a pattern is the mask that it is drawn as', () => {
    const words = 333;
    const inputs = headsOf(words, 16, 4);
    const pattern = { kind: 'bigbird', window: 40, global: [0, 100], randomBlocks: 1, seed: 3 };
    const asMask = attend(inputs, { mask: engine.patternMask(pattern, words) });
    expect(largestDifference(attend(inputs, { pattern }), asMask)).toBeLessThan(1e-6);
    const traced = engine.traceAttention(...inputs, { pattern }).output.data;
    expect(largestDifference(traced, asMask)).toBeLessThan(1e-5);
  });

  test('linear attention is its definition, causal or not, with padding', () => {
    for (const [isCausal, length] of [
      [false, 150],
      [true, 150],
      [true, 97],
      [false, 97],
    ]) {
      const inputs = headsOf(150, 12, 5);
      const expected = byDefinition(inputs, (q, k, i, j) =>
        (isCausal && j > i) || j >= length ? 0 : dot(elu(q), elu(k)),
      );
      const given = attend(inputs, { pattern: { kind: 'linear' }, isCausal, keyLengths: [length] });
      expect(largestDifference(given, expected)).toBeLessThan(1e-5);
    }
  });

  test('the error of Performer falls with its features, about as 1/√features', () => {
    // Of moderate length, as layer norms and training make them: the estimate's variance grows with e^(|q|·|k|).
    const inputs = headsOf(200, 16, 6).map(({ data, shape }) => ({ data: data.map((x) => x / 2), shape }));
    for (const isCausal of [false, true]) {
      const exact = attend(inputs, { isCausal });
      const errors = [16, 64, 256, 1024].map((features) => {
        const seeds = [0, 2, 4, 6, 8].map((seed) =>
          rootMeanSquare(attend(inputs, { pattern: { kind: 'performer', features, seed }, isCausal }), exact),
        );
        return seeds.reduce((a, b) => a + b) / seeds.length;
      });
      expect(isFalling(errors)).toBe(true);
      expect(errors[0] / errors[3]).toBeGreaterThan(4); // 8 by the square root
    }
  });

  test('the error of Linformer falls with its rank on a text that changes slowly, and is none at full rank', () => {
    const words = 256;
    const slow = (seed) => {
      const { data, shape } = lcg(seed, [1, 1, words, 8]);
      const smooth = data.map((_, at) => Math.sin((Math.floor(at / 8) / words) * 6 + (at % 8) + seed));
      return { data: smooth, shape };
    };
    const inputs = [slow(1), slow(2), slow(3)];
    const exact = attend(inputs);
    const errors = [4, 16, 64, 256].map((rank) =>
      rootMeanSquare(attend(inputs, { pattern: { kind: 'linformer', rank } }), exact),
    );
    expect(isFalling(errors)).toBe(true);
    expect(errors[3]).toBeLessThan(1e-6);
  });

  test('Linformer with given projections is attention over the projected keys and values', () => {
    const [query, key, value] = headsOf(90, 8, 7, 1);
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
    const pattern = { kind: 'linformer', rank: 10, keyProjection, valueProjection };
    expect(largestDifference(attend([query, key, value], { pattern }), expected)).toBeLessThan(1e-5);
  });

  test('in workers the same, bit for bit', async () => {
    const inputs = headsOf(6000, 32, 8);
    const pattern = { kind: 'bigbird', window: 128, global: [5], randomBlocks: 2, seed: 1 };
    const { output } = await engine.scaledDotProductAttentionAsync(...inputs, { pattern });
    expect(Buffer.compare(Buffer.from(output.data.buffer), Buffer.from(attend(inputs, { pattern }).buffer))).toBe(0);
  });

  test.each([
    [{ kind: 'windows' }, /^pattern.kind: expected one of/],
    [{ kind: 'window' }, /^pattern.window: expected a number, got undefined/],
    [{ kind: 'window', window: 4, global: [9] }, /^pattern.global\[0\]: expected a whole number from 0 to 7, got 9/],
    [{ kind: 'window', window: 4, seed: 1 }, /^pattern: .*'seed'/],
    [{ kind: 'linformer', rank: 9 }, /^pattern.rank: expected a whole number from 1 to 8, got 9/],
    [{ kind: 'linformer', rank: 2, valueProjection: lcg(1, [2, 8]) }, /^pattern.keyProjection: expected a tensor/],
    [{ kind: 'linformer', rank: 2, keyProjection: lcg(1, [3, 8]) }, /^pattern.keyProjection.shape: expected \[2, 8\]/],
    [{ kind: 'performer' }, /^pattern.features: expected a number, got undefined/],
  ])('the pattern %j is refused by name', (pattern, message) => {
    expect(() => attend(headsOf(8, 4, 1), { pattern })).toThrow(message);
  });

  test('what does not go together is told', () => {
    const inputs = headsOf(8, 4, 1);
    const linear = { kind: 'linear' };
    const allow = { data: new Uint8Array(8), shape: [8] };
    expect(() => attend(inputs, { pattern: linear, mask: { allow } })).toThrow(
      /^mask: expected none with this pattern/,
    );
    expect(() => attend(inputs, { pattern: linear, needWeights: true })).toThrow(/^needWeights: expected none/);
    expect(() => attend(inputs, { pattern: { kind: 'linformer', rank: 2 }, isCausal: true })).toThrow(/^isCausal/);
    expect(() => attend(inputs, { pattern: linear, scale: -1 })).toThrow(/^scale: expected more than 0/);
    expect(() => engine.traceAttention(...inputs, { pattern: linear })).toThrow(/^pattern: expected one that keeps/);
    const [query] = headsOf(4, 4, 1);
    expect(() => attend([query, ...inputs.slice(1)], { pattern: { kind: 'window', window: 2 } })).toThrow(
      /^pattern: 'window' expected as many queries as keys, got 4 and 8/,
    );
  });
});
