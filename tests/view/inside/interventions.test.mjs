// Interventions in “Look inside”: which one takes the place of another, and how they are converted for the engine.
import { isChanged, toggled } from '../../../web/inside/interventions.js';
import { interventionOf } from '../../../web/inside/work/interventions/intervened.js';

/** @typedef {import('../../../web/inside/interventions.js').Intervention} Intervention */
/**
 * The head that the interventions change.
 * @type {import('../../../web/engine/transformer/head-ref.js').HeadRef}
 */
const head = { attention: 'decoder', layer: 1, head: 2 };
/**
 * Intervention that ablates the head.
 * @type {Intervention}
 */
const off = { kind: 'off', at: head };
/**
 * Intervention that replaces the output of the head with its mean.
 * @type {Intervention}
 */
const mean = { kind: 'mean', at: head };
/**
 * Intervention that switches off the feed-forward layer of layer 1.
 * @type {Intervention}
 */
const layer = { kind: 'off', at: { ...head, head: null } };
/**
 * Intervention that blocks one pair of query and key in the head.
 * @type {Intervention}
 */
const blocked = { kind: 'blocked', at: head, query: 5, key: 3 };

test('an intervention that is made again is taken back, and a part has one of its own', () => {
  expect(toggled([], off)).toEqual([off]);
  expect(toggled([off, layer, blocked], { kind: 'off', at: { ...head } })).toEqual([layer, blocked]);
  expect(toggled([off, layer, blocked], mean)).toEqual([layer, blocked, mean]);
  expect(toggled([blocked], { ...blocked, key: 4 })).toEqual([blocked, { ...blocked, key: 4 }]);
});

test('a blocked pair does not switch its head off, nor a feed-forward layer the heads of its layer', () => {
  expect(isChanged([off], head)).toBe(true);
  expect(isChanged([blocked], head)).toBe(false);
  expect(isChanged([layer], head)).toBe(false);
  expect(isChanged([layer], { ...head, head: null })).toBe(true);
});

test('interventions: no weights of a head, zeros or means of outputs, −∞ as the score of a pair', () => {
  expect(interventionOf([off, layer, blocked], { means: null, runs: null })).toEqual({
    ablateHeads: [head],
    replace: [
      { activation: 'decoder.1.feedForwardOutput', with: 'zero' },
      {
        activation: 'decoder.1.masked',
        heads: [2],
        queries: [5],
        keys: [3],
        with: { data: Float32Array.of(-Infinity), shape: [1, 1, 1] },
      },
    ],
  });
  /**
   * Mean activations that replace those of heads and feed-forward layers.
   * @type {any}
   */
  const means = {
    heads: { decoder: { data: Float32Array.from({ length: 12 }, (_, at) => at), shape: [2, 3, 2] } },
    feedForward: { decoder: { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] } },
  };
  const { replace } = interventionOf([mean, { kind: 'mean', at: { ...head, head: null } }], { means, runs: null });
  expect(replace).toEqual([
    { activation: 'decoder.1.headOutput', heads: [2], with: { data: Float32Array.of(10, 11), shape: [2] } },
    { activation: 'decoder.1.feedForwardOutput', with: { data: Float32Array.of(3, 4), shape: [2] } },
  ]);
});
