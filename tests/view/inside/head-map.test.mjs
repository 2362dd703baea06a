import fc from 'fast-check';
import {
  allHeads,
  cornerOf,
  extremesOf,
  headAt,
  headAtPoint,
  mapLayout,
  neighborOf,
} from '../../../web/inside/maps/head-map-layout.js';

/** @typedef {import('../../../web/inside/opened.js').HeadsOf} HeadsOf */

/**
 * Heads of a decoder-only model in which two heads share one key/value head.
 * @type {HeadsOf[]}
 */
const SHARED = [{ attention: 'decoder', layers: 5, heads: 8, group: 2 }];
/**
 * Heads of an encoder-decoder.
 * @type {HeadsOf[]}
 */
const TRANSLATOR = [
  { attention: 'encoder', layers: 3, heads: 4, group: 1 },
  { attention: 'decoder', layers: 2, heads: 4, group: 1 },
  { attention: 'cross', layers: 2, heads: 4, group: 1 },
];
/**
 * Reference to a head.
 * @param {HeadsOf['attention']} attention
 * @param {number} layer
 * @param {number} head
 */
const headOf = (attention, layer, head) => ({ attention, layer, head });

const models = fc.constantFrom(SHARED, TRANSLATOR);

test('each head is at the middle of its own cell, inside the map, whichever way the layers run', () => {
  fc.assert(
    fc.property(models, fc.integer({ min: 100, max: 1500 }), fc.boolean(), (heads, room, isDown) => {
      const layout = mapLayout(heads, room, isDown);
      for (const at of allHeads(heads)) {
        const [x, y] = cornerOf(layout, at);
        expect(headAt(layout, x + layout.cell / 2, y + layout.cell / 2)).toEqual(at);
        expect(x + layout.cell).toBeLessThanOrEqual(layout.width);
        expect(y + layout.cell).toBeLessThanOrEqual(layout.height);
      }
    }),
  );
});

test('layers run to the right, and down on a narrow screen', () => {
  const [first, second] = [0, 1].map((layer) => headOf('decoder', layer, 0));
  for (const isDown of [false, true]) {
    const layout = mapLayout(SHARED, 800, isDown);
    const axis = isDown ? 1 : 0;
    expect(cornerOf(layout, second)[axis] - cornerOf(layout, first)[axis]).toBe(layout.cell);
  }
});

test('heads that share keys and values stand together', () => {
  const layout = mapLayout(SHARED, 800, false);
  const tops = Array.from({ length: 8 }, (_, head) => cornerOf(layout, headOf('decoder', 0, head))[1]);
  const gaps = tops.slice(1).map((top, at) => top - tops[at] - layout.cell > 0);
  expect(gaps).toEqual([false, true, false, true, false, true, false]);
});

test('arrow keys reach every head, and stay in the map', () => {
  fc.assert(
    fc.property(models, fc.boolean(), fc.array(fc.nat(3), { maxLength: 40 }), (heads, isDown, moves) => {
      const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
      const end = moves.reduce((at, move) => neighborOf(heads, at, keys[move], isDown), allHeads(heads)[0]);
      expect(allHeads(heads)).toContainEqual(end);
    }),
  );
  const last = headOf('encoder', 2, 3);
  expect(neighborOf(TRANSLATOR, last, 'ArrowDown', false)).toEqual({ attention: 'decoder', layer: 1, head: 0 });
  expect(neighborOf(TRANSLATOR, last, 'ArrowRight', true)).toEqual({ attention: 'decoder', layer: 1, head: 0 });
});

test('extremes are those of the heads that are known', () => {
  /**
   * Heads of a decoder with two layers of two heads.
   * @type {HeadsOf[]}
   */
  const heads = [{ attention: 'decoder', layers: 2, heads: 2, group: 1 }];
  const values = { decoder: { shape: [2, 2], data: Float32Array.of(NaN, -2, 1, 4) } };
  const found = extremesOf(heads, values);
  expect(found.smallest).toEqual({ at: { attention: 'decoder', layer: 0, head: 1 }, value: -2 });
  expect(found.largest).toEqual({ at: { attention: 'decoder', layer: 1, head: 1 }, value: 4 });
  expect(found.mean).toBe(1);
  expect(extremesOf(heads, { decoder: { shape: [2, 2], data: new Float32Array(4).fill(NaN) } })).toBeNull();
});

test('the nearest point is meant, within reach', () => {
  const points = [
    { at: headOf('decoder', 0, 0), left: 10, top: 10 },
    { at: headOf('decoder', 0, 1), left: 20, top: 10 },
  ];
  expect(headAtPoint(points, 13, 10)).toEqual(points[0].at);
  expect(headAtPoint(points, 17, 12)).toEqual(points[1].at);
  expect(headAtPoint(points, 60, 60)).toBeNull();
});
