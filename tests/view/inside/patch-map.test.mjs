import fc from 'fast-check';
import {
  carriersOf,
  patchAt,
  printedPatch,
  recoveryOfHead,
  strongestCell,
  strongestHead,
  tokenMapOf,
} from '../../../web/inside/views/patching/patch-map.js';

const tensor = (shape, ...data) => ({ data: Float32Array.from(data), shape });
const tokens = (text) => [...text].map((each) => ({ id: each.codePointAt(0), text: each }));
/**
 * Two sentences, “abc” and “xabd”, and the alignment of their tokens as [first, second] positions.
 * @type {any}
 */
const PAIR = {
  tokens: { clean: tokens('abc'), corrupted: tokens('xabd') },
  alignment: [
    [0, 1],
    [1, 2],
    [2, 3],
  ],
  values: { clean: 2, corrupted: -2 },
};
/**
 * Result of patching the residual stream: the recovery of each layer and token, NaN where it is not computed yet.
 * @type {any}
 */
const PATCHES = {
  attention: 'decoder',
  activation: 'residualPre',
  direction: 'denoise',
  recovery: tensor([2, 4], NaN, 0, -0.5, 1, NaN, 0.25, 0.75, 0.5),
};

test.each([false, true])('rows are the tokens of the run that is patched, layers run across or down (%s)', (isDown) => {
  const map = tokenMapOf(PAIR, PATCHES, isDown);
  expect(map.tokens).toEqual([0, 1, 2, 3]);
  expect(map.gaps).toEqual([0]);
  for (const [layer, position, value] of [
    [0, 3, 1],
    [1, 2, 0.75],
    [0, 2, -0.5],
  ]) {
    const cell = isDown ? { row: layer, place: position } : { row: position, place: layer };
    expect(patchAt(map, cell)).toEqual({ layer, position, isGap: false, recovery: value });
  }
  expect(patchAt(map, { row: 0, place: 0 }).isGap).toBe(true);
  expect(patchAt(map, { row: 9, place: 9 })).toBeNull();
  expect(strongestCell(map)).toEqual(isDown ? { row: 0, place: 3 } : { row: 3, place: 0 });
});

test('tokens carry most from layer to layer, of half of the difference on', () => {
  expect(carriersOf(PATCHES)).toEqual([
    { position: 3, begin: 0, end: 1 },
    { position: 2, begin: 1, end: 2 },
  ]);
  expect(carriersOf({ recovery: tensor([3, 2], 1, 0, 0.9, 0, 0.4, 0.1) })).toEqual([{ position: 0, begin: 0, end: 2 }]);
});

test('heads that share keys and values have one number', () => {
  /**
   * Heads of a decoder in which two heads share one key/value head.
   * @type {import('../../../web/inside/opened.js').HeadsOf[]}
   */
  const heads = [{ attention: 'decoder', layers: 2, heads: 4, group: 2 }];
  const shared = { ...PATCHES, activation: 'key', recovery: tensor([2, 2], 0.1, 0.2, 0.3, NaN) };
  /**
   * Reference to a head of the decoder.
   * @param {number} layer
   * @param {number} head
   * @returns {import('../../../web/engine/transformer/head-ref.js').HeadRef}
   */
  const at = (layer, head) => ({ attention: 'decoder', layer, head });
  expect([0, 1, 2, 3].map((head) => recoveryOfHead(shared, heads, at(0, head)).toFixed(1))).toEqual([
    '0.1',
    '0.1',
    '0.2',
    '0.2',
  ]);
  expect(recoveryOfHead(shared, heads, { ...at(0, 0), attention: 'encoder' })).toBeUndefined();
  expect(strongestHead(shared, heads)).toEqual(at(1, 0));
});

test('the difference after a patch is the share of the way from the one run to the other', () => {
  expect(printedPatch(PAIR, 'corrupted', 0.75)).toMatchObject({ patched: 1, recovery: 0.75 });
  expect(printedPatch(PAIR, 'clean', 0.75)).toMatchObject({ patched: -1, recovery: 0.75 });
});

test('the recovery is that of the printed numbers, and near the one that was computed', () => {
  const value = fc.double({ min: -30, max: 30, noNaN: true });
  const cases = fc.tuple(
    value,
    value,
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.constantFrom('clean', 'corrupted'),
  );
  fc.assert(
    fc.property(cases, ([one, other, share, base]) => {
      fc.pre(Math.abs(one - other) > 0.05);
      const printed = printedPatch({ values: { clean: one, corrupted: other } }, base, share);
      const [clean, corrupted, patched] = ['clean', 'corrupted', 'patched'].map((name) => printed[name].toFixed(3));
      const computed =
        base === 'clean' ? (clean - patched) / (clean - corrupted) : (patched - corrupted) / (clean - corrupted);
      expect(printed.recovery).toBeCloseTo(computed, 9);
      expect(Math.abs(printed.recovery - share)).toBeLessThan(0.1);
    }),
  );
});
