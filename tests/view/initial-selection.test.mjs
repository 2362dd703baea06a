// Selection of the head and the query that the element shows first: those with the most visible attention pattern.
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { EXAMPLES } from '../../web/element/source/examples.js';
import { headToShow, mostDistinctiveWeight, queryToShow } from '../../web/element/source/initial-selection.js';
import { initialState } from '../../web/element/state/properties.js';
import { ModelAttentionSource } from '../../web/element/source/model-attention-source.js';
import { models } from './view-models.mjs';

const matrix = (rows) => ({ data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0].length] });
const opened = (text, state = {}) => {
  const whole = { ...initialState(), text, ...state };
  const source = new ModelAttentionSource(models.default, whole);
  return { source, query: source.queryIndex(whole) };
};

test('a large weight on a token that all queries attend to counts little', () => {
  const weights = matrix([
    [0.9, 0.1, 0, 0],
    [0.9, 0.1, 0, 0],
    [0.9, 0.1, 0, 0],
    [0.3, 0.7, 0, 0],
  ]);
  expect(mostDistinctiveWeight(weights, 2).query).toBe(3);
});

test('the token itself and its neighbors count only if there is nothing else', () => {
  const weights = matrix([
    [1, 0, 0],
    [1, 0, 0],
    [0.4, 0, 0.6],
  ]);
  expect(mostDistinctiveWeight(weights, 2)).toBeNull();
  const head = { attention: 'encoder', role: null };
  expect(queryToShow(weights, head)).toBe(1);
  expect(queryToShow(matrix([[1]]), head)).toBeNull();
});

test('a pronoun selects the pronoun head, with the pronoun as query', () => {
  for (const [text, query, key] of [
    ['The cat sat on the mat because it was tired', 'it', 'cat'],
    ['The cat sat on the mat because it was soft', 'it', 'mat'],
    ['My sister lost her phone yesterday', 'her', 'sister'],
    // A pattern is visible, too, if the weights are spread over two nouns.
    ['The cup fell from the table because it was wet and everybody laughed', 'it', 'cup'],
    ['猫坐在垫子上，因为它累了', '它', '猫'],
    ['猫坐在垫子上，因为它很软', '它', '垫子'],
  ]) {
    const { source, query: row } = opened(text);
    expect(source.description.role).toBe('antecedent');
    const { query: queries, key: keys } = source.tokens;
    expect(queries[row].text).toBe(query);
    const weights = source.weights.data.subarray(row * keys.length, (row + 1) * keys.length);
    expect(keys[weights.indexOf(Math.max(...weights))].text).toBe(key);
  }
});

test('without a pronoun, every example selects a head with a visible pattern', () => {
  for (const text of [...EXAMPLES.en, 'The quick brown fox jumps over the lazy dog', 'hello world']) {
    const { source, query } = opened(text);
    const count = source.tokens.key.length;
    const others = [...source.weights.data.subarray(query * count, (query + 1) * count)].filter(
      (_, key) => key !== query,
    );
    expect([text, Math.max(...others) >= 0.5]).toEqual([text, true]);
    expect(source.description.role).not.toBe('previous');
  }
  expect(opened('The quick brown fox jumps over the lazy dog').source.description.role).toBe('syntax');
});

test('the choice is stable while the user changes the run, and yields to an explicit head', () => {
  const text = 'The cat sat on the mat because it was tired';
  for (const change of [{ mask: [[7, 1]] }, { ablate: [1] }, { temperature: 20 }, { causal: true }]) {
    const { source, query } = opened(text, change);
    expect([source.description.role, query]).toEqual(['antecedent', 7]);
  }
  expect(opened(text, { head: 'syntax' }).source.description.role).toBe('syntax');
  expect(opened(text, { layer: 1, head: 2 }).source.headRef).toEqual({ attention: 'encoder', layer: 1, head: 2 });
});

test('any text has a head and a query, including one without words and a long one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const { source, query } = opened(text);
      expect(query).toBeLessThan(Math.max(1, source.tokens.query.length));
    }),
    { numRuns: 30 },
  );
  const { source, query } = opened('word '.repeat(200));
  expect(source.description.role).toBe('antecedent');
  expect(query).toBe(140);
});

test('heads that attend to nothing in particular are not chosen', () => {
  const even = { data: new Float32Array(16).fill(0.25), shape: [4, 4] };
  const run = { descriptions: [], layers: 2, numHeads: 2, tokenCount: 4 };
  expect(headToShow({ ...run, weightsOf: () => even })).toBeNull();
  const sharp = matrix([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 1, 0, 0],
  ]);
  const weightsOf = ({ layer, head }) => (layer === 1 && head === 0 ? sharp : even);
  expect(headToShow({ ...run, weightsOf })).toEqual({ attention: 'encoder', layer: 1, head: 0 });
});

test('a head of the encoder is chosen and shown without writing a translation', () => {
  const decode = jest.spyOn(Object.getPrototypeOf(models.default.run('a')), 'decode');
  try {
    const { source } = opened('The dog barked at the postman because it was hungry');
    expect(source.headRef.attention).toBe('encoder');
    expect(source.steps.trace.weights.shape).toEqual([10, 10]);
    expect(decode).not.toHaveBeenCalled();
  } finally {
    decode.mockRestore();
  }
});
