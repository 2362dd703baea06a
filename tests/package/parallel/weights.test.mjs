// Asynchronous attention that returns weights or other steps gives the same numbers as the synchronous call, although
// it is computed in parts.
import { createEngine } from 'attention-spotlight';
import { engines, SOME_BUILDS } from '../../engine/engines.mjs';
import { lcg } from '../../engine/fixtures.mjs';

const flagsOf = (seed, shape) => {
  const { data } = lcg(seed, shape);
  return { data: Uint8Array.from(data, (x) => Number(x > -0.4)), shape };
};
/** Query, key and value that are long enough for workers, with lengths that are not multiples of any block size. */
const inputsOf = ([batch, heads, kvHeads, queries, keys, dim]) => [
  lcg(1, [batch, heads, queries, dim]),
  lcg(2, [batch, kvHeads, keys, dim]),
  lcg(3, [batch, kvHeads, keys, dim + 3]),
];

const SIZES = [2, 2, 1, 157, 201, 24];
const CASES = [
  ['weights', {}],
  ['a causal mask', { isCausal: true }],
  ["'lower-right'", { isCausal: 'lower-right' }],
  ['padding', { keyLengths: [201, 100] }],
  ['a mask of all sizes', { mask: { allow: flagsOf(4, [2, 2, 157, 201]) } }],
  ['a mask per query', { mask: { block: flagsOf(5, [157, 1]) } }],
  ['an additive mask', { mask: { add: lcg(6, [2, 157, 201]) }, scale: 2 }],
  ['dropout', { dropoutP: 0.3, seed: 7 }],
  ['eps', { eps: 0.01 }],
  ['relu', { activation: 'relu' }],
];
const SELF_SIZES = [1, 3, 3, 301, 301, 20];

describe.each(SOME_BUILDS)('%s build', (build) => {
  const engine = engines[build];
  const engineWith = async (workers, work) => {
    const other = await createEngine({ build, workers });
    try {
      return await work(other);
    } finally {
      other.dispose();
    }
  };

  describe.each([0, 2])('%i workers', (workers) => {
    test.each([
      ...CASES.map((each) => [...each, SIZES]),
      ['a sparse pattern', { pattern: { kind: 'bigbird', window: 20, global: [0, 200], seed: 3 } }, SELF_SIZES],
      ['one query', {}, [1, 64, 64, 1, 2700, 1]],
      ['many rows of few keys', {}, [1, 1, 1, 9_001, 17, 40]],
    ])('%s: the numbers of the synchronous call, bit for bit', async (name, options, sizes) => {
      const inputs = inputsOf(sizes);
      const all = { enableGqa: true, needWeights: !['eps', 'relu'].includes(name), ...options };
      const expected = engine.scaledDotProductAttention(...inputs, all);
      await engineWith(workers, async (other) => {
        const shares = [];
        const promise = other.scaledDotProductAttentionAsync(...inputs, {
          ...all,
          onProgress: (done) => shares.push(done),
        });
        inputs[0].data.fill(0); // the inputs have been copied
        const given = await promise;
        expect(Object.keys(given)).toEqual(Object.keys(expected));
        for (const each of Object.keys(expected)) {
          expect(given[each].shape).toEqual(expected[each].shape);
          expect(Buffer.compare(bytesOf(given[each]), bytesOf(expected[each]))).toBe(0);
        }
        expect(shares).toEqual([...shares].sort((a, b) => a - b));
        expect(shares.at(-1)).toBe(1);
      });
    });

    test('an abort ends it, and the engine stays usable', async () => {
      const inputs = inputsOf([1, 8, 8, 700, 700, 16]);
      await engineWith(workers, async (other) => {
        const controller = new AbortController();
        const shares = [];
        const onProgress = (done) => {
          shares.push(done);
          controller.abort(new Error('enough'));
        };
        const options = { needWeights: true, signal: controller.signal, onProgress };
        await expect(other.scaledDotProductAttentionAsync(...inputs, options)).rejects.toThrow('enough');
        expect(shares).toHaveLength(1);
        await expect(other.scaledDotProductAttentionAsync(...inputs, options)).rejects.toThrow('enough');
        expect(shares).toHaveLength(1);
        const small = inputsOf(SIZES);
        const { weights } = await other.scaledDotProductAttentionAsync(...small, {
          needWeights: true,
          enableGqa: true,
        });
        const expected = engine.scaledDotProductAttention(...small, { needWeights: true, enableGqa: true });
        expect(Buffer.compare(bytesOf(weights), bytesOf(expected.weights))).toBe(0);
      });
    });
  });

  test('memory: the parts of the weights, not four complete matrices', async () => {
    const inputs = inputsOf([1, 8, 8, 700, 700, 8]); // the weights take 16 MB
    await engineWith(0, async (other) => {
      const before = other.heapSize;
      await other.scaledDotProductAttentionAsync(...inputs, { needWeights: true });
      expect(other.heapSize - before).toBeLessThan(24 * 2 ** 20);
    });
  });

  test('errors name the element of the whole tensor', async () => {
    const inputs = inputsOf(SIZES);
    inputs[1].data[inputs[1].data.length - 1] = NaN;
    const options = { needWeights: true, enableGqa: true };
    for (const workers of [0, 1]) {
      await engineWith(workers, (other) =>
        expect(other.scaledDotProductAttentionAsync(...inputs, options)).rejects.toThrow(
          'key[1, 0, 200, 23]: expected',
        ),
      );
    }
    inputs[1].data.fill(1e30);
    inputs[0].data.fill(0).fill(1e30, inputs[0].data.length - 24);
    await expect(engine.scaledDotProductAttentionAsync(...inputs, options)).rejects.toThrow(
      'scaled[1, 1, 156, 0] is beyond float32: the inputs are too large',
    );
  });
});

const bytesOf = ({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
