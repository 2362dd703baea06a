// Decomposition of an attention score in “Look inside” into contributions of the model's components.
import fc from 'fast-check';
import { labeledParts, strongestPairs } from '../../../web/inside/views/score/score-map.js';
import { mostAttended } from '../../../web/inside/views/score/work.js';
import { partsOf, summedParts } from '../../../web/inside/views/score/score-parts.js';

/** @typedef {import('../../../web/analysis/index.js').Source} Source */

/**
 * Makes a source of a score, that is a component of the model that contributes to it.
 * @type {(name: string, kind: Source['kind'], layer?: number, head?: number) => Source}
 */
const source = (name, kind, layer = null, head = null) => ({ name, kind, attention: 'decoder', layer, head });

// Components that contribute to a score of layer 2, from the last computed to the first.
const SOURCES = [
  source('decoder.2.self_attention.query.bias', 'bias', 2),
  source('decoder.2.self_attention_norm.bias', 'bias', 2),
  source('decoder.1.feedForwardOutput', 'feedForward', 1),
  source('decoder.1.self_attention.output.bias', 'bias', 1),
  source('decoder.1.headResult', 'head', 1, 0),
  source('decoder.1.headResult', 'head', 1, 1),
  source('decoder.0.feedForwardOutput', 'feedForward', 0),
  source('decoder.0.self_attention.output.bias', 'bias', 0),
  source('decoder.0.headResult', 'head', 0, 0),
  source('decoder.positions', 'positions'),
  source('decoder.embedding', 'embedding'),
];

test('parts stand in the order of computation, and biases of a kind are one', () => {
  const { parts, ofSource } = partsOf(SOURCES);
  expect(parts.map(({ kind, layer, head }) => [kind, layer, head].filter((each) => each !== null).join(' '))).toEqual([
    'embedding',
    'positions',
    'head 0 0',
    'feedForward 0',
    'head 1 0',
    'head 1 1',
    'feedForward 1',
    'biases',
    'norm',
    'projection',
  ]);
  expect(ofSource).toEqual([9, 8, 6, 7, 4, 5, 3, 7, 2, 1, 0]);
  expect(labeledParts(parts).map(({ begin, end, layer }) => [begin, end, layer])).toEqual([
    [0, 1, null],
    [1, 2, null],
    [2, 4, 0],
    [4, 7, 1],
    [7, 8, null],
    [8, 9, null],
    [9, 10, null],
  ]);
});

test('the sums of the parts are those of the sources', () => {
  const sources = partsOf(SOURCES);
  const size = SOURCES.length ** 2;
  const numbers = fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: size, maxLength: size });
  fc.assert(
    fc.property(numbers, (values) => {
      const summed = summedParts(Float32Array.from(values), sources, sources);
      const sum = (list) => list.reduce((all, each) => all + each, 0);
      expect(summed).toHaveLength(sources.parts.length ** 2);
      expect(sum(summed)).toBeCloseTo(sum(values), 3);
    }),
  );
});

test('the strongest pairs have the largest shares of either sign, and the others the rest of the sum', () => {
  const values = Float32Array.of(0.5, -3, 2, 0.25, -0.25, 1);
  const { pairs, others, rest } = strongestPairs({ values }, 3, 2);
  expect(pairs).toEqual([
    { row: 0, column: 1, value: -3 },
    { row: 0, column: 2, value: 2 },
  ]);
  expect([others, rest]).toEqual([4, 1.5]);
});

test('the key that is shown first is no sink, if there is another', () => {
  expect(mostAttended([0.9, 0.02, 0.08], [0, 1, 2])).toBe(2);
  expect(mostAttended([1, 0, 0], [0])).toBe(0);
  expect(mostAttended([0, 0.3, 0.7], [1])).toBe(1); // keys outside the list are masked out
});
