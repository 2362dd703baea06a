// The option isCausal: 'lower-right' aligns the last query with the last key. The reference is an explicit mask.
import { flags, tensor } from 'attention-spotlight';
import { BUILDS, engines } from '../engines.mjs';
import { largestDifference, lcg } from '../fixtures.mjs';

/** Explicit mask: 1 where query i attends to key j ≤ i + keys − queries. */
const visible = (queries, keys) =>
  Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => Number(j <= i + keys - queries)));

const SIZES = [
  [1, 5],
  [3, 5],
  [5, 3],
  [4, 4],
];

const inputs = (queries, keys) => [lcg(1, [2, 3, queries, 4]), lcg(2, [2, 3, keys, 4]), lcg(3, [2, 3, keys, 6])];

const MASKS = {
  none: (queries, keys) => [undefined, { allow: flags(visible(queries, keys)) }],
  allow: (queries, keys) => {
    const row = Array.from({ length: keys }, (_, key) => Number(key !== 1));
    const both = visible(queries, keys).map((each) => each.map((flag, key) => flag * row[key]));
    return [{ allow: flags(row) }, { allow: flags(both) }];
  },
  block: (queries, keys) => {
    // Block mask [batch, 1, 1, keys] in which each batch entry has another blocked key.
    const blocked = [0, 1].map((batch) => Array.from({ length: keys }, (_, key) => Number(key === batch)));
    const both = blocked.map((row) => [
      visible(queries, keys).map((each) => each.map((flag, key) => 1 - flag * (1 - row[key]))),
    ]);
    return [{ block: flags(blocked.map((row) => [[row]])) }, { block: flags(both) }];
  },
  add: (queries, keys) => {
    // An additive mask that is combined with isCausal, and the equivalent additive mask alone, in which future keys are
    // −∞.
    const addend = lcg(4, [3, queries, keys]);
    const both = addend.data.map((value, at) =>
      visible(queries, keys)[Math.floor(at / keys) % queries][at % keys] ? value : -Infinity,
    );
    return [{ add: addend }, { add: tensor(both, [3, queries, keys]) }];
  },
};

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test.each(SIZES.flatMap(([queries, keys]) => Object.keys(MASKS).map((kind) => [queries, keys, kind])))(
    '%i queries, %i keys, mask: %s',
    async (queries, keys, kind) => {
      const tensors = inputs(queries, keys);
      const [mask, reference] = MASKS[kind](queries, keys);
      const options = { isCausal: 'lower-right', needWeights: true, ...(mask && { mask }) };
      const expected = engine.scaledDotProductAttention(...tensors, { mask: reference, needWeights: true });
      expect(engine.scaledDotProductAttention(...tensors, options)).toEqual(expected);
      expect(await engine.scaledDotProductAttentionAsync(...tensors, options)).toEqual(expected);
      expect(engine.traceAttention(...tensors, options).weights).toEqual(expected.weights);
      const fused = engine.scaledDotProductAttention(...tensors, { ...options, needWeights: false }).output;
      const fusedReference = engine.scaledDotProductAttention(...tensors, { mask: reference }).output;
      expect(fused).toEqual(fusedReference);
      const gradient = expected.output;
      expect(engine.attentionBackward(...tensors, gradient, { ...options, needWeights: false }).key).toEqual(
        engine.attentionBackward(...tensors, gradient, { mask: reference }).key,
      );
    },
  );

  test('a single query attends to every key; with true, only to the first', () => {
    const tensors = inputs(1, 5);
    const weightsOf = (isCausal) =>
      engine.scaledDotProductAttention(...tensors, { isCausal, needWeights: true }).weights;
    expect(weightsOf('lower-right')).toEqual(weightsOf(false));
    expect(Array.from(weightsOf(true).data.slice(0, 5))).toEqual([1, 0, 0, 0, 0]);
  });

  test('multi-head attention accepts it', () => {
    const attention = engine.createMultiheadAttention({ embedDim: 8, numHeads: 2, seed: 1 });
    const [query, key] = [lcg(5, [1, 2, 8]), lcg(6, [1, 5, 8])];
    expect(attention.forward(query, key, key, { isCausal: 'lower-right' })).toEqual(
      attention.forward(query, key, key, { mask: { allow: flags(visible(2, 5)) } }),
    );
    attention.dispose();
  });

  test.each([...SIZES, [70, 200], [200, 70]])('linear attention accepts it: %i queries, %i keys', (queries, keys) => {
    const tensors = inputs(queries, keys);
    const variant = { kind: 'linear' };
    const { output } = engine.scaledDotProductAttention(...tensors, { variant, isCausal: 'lower-right' });
    // Reference: a sequence as long as the keys, whose last queries are the given ones. If there are more queries than
    // keys, the first queries attend to no key.
    const [query, key, value] = tensors;
    const shape = [2, 3, keys, 4];
    const whole = tensor(new Float32Array(2 * 3 * keys * 4), shape);
    const skipped = Math.max(0, keys - queries);
    const first = Math.max(0, queries - keys);
    const rows = Math.min(queries, keys);
    const each = (use) => Array.from({ length: 6 * rows }, (_, at) => use(Math.floor(at / rows), at % rows));
    each((head, row) => {
      const from = (head * queries + first + row) * 4;
      whole.data.set(query.data.subarray(from, from + 4), (head * keys + skipped + row) * 4);
    });
    const expected = engine.scaledDotProductAttention(whole, key, value, { variant, isCausal: true }).output;
    each((head, row) => {
      for (let c = 0; c < 6; c++) {
        const at = (head * queries + first + row) * 6 + c;
        expect(output.data[at]).toBeCloseTo(expected.data[(head * keys + skipped + row) * 6 + c], 5);
      }
    });
    for (let head = 0; head < 6; head++) {
      const before = output.data.subarray(head * queries * 6, (head * queries + first) * 6);
      expect(before.every((number) => number === 0)).toBe(true);
    }
  });

  // The feature maps of keys are scaled by the largest exponent among all keys, here that of the last key, 99, which
  // earlier outputs must not depend on.
  test.each([
    ['performer', { kind: 'performer', features: 16 }, -20, 0],
    ['linear', { kind: 'linear' }, -25, 1e36],
  ])('%s: a key does not change the outputs before it', (_, variant, factor, last) => {
    const shape = [1, 1, 100, 8];
    const [query, value] = [lcg(7, shape), lcg(9, shape)];
    const key = lcg(8, shape);
    key.data.forEach((number, at) => (key.data[at] = factor * Math.abs(number)));
    const changed = { ...key, data: key.data.slice() };
    changed.data.fill(last, 99 * 8);
    const options = { variant, isCausal: true, scale: 1 };
    const attend = (keys) => engine.scaledDotProductAttention(query, keys, value, options).output.data.slice(0, 99 * 8);
    const [before, after] = [attend(key), attend(changed)];
    expect(largestDifference(before, after)).toBeLessThan(1e-6);
  });
});

test.each(['upper-left', 1, null])('%p is rejected', (isCausal) => {
  expect(() => engines.simd.scaledDotProductAttention(...inputs(2, 5), { isCausal })).toThrow(
    /^isCausal: expected true, false or 'lower-right', got/,
  );
});
