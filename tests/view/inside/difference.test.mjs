// Comparison of two models in “Look inside”: results of the second minus those of the first, and the reasons why models
// cannot be compared.
import {
  differenceOf,
  differenceOfPatterns,
  isSameShape,
  mostDifferent,
  reasonAgainst,
} from '../../../web/inside/compare/difference.js';

const tensor = (...data) => ({ shape: [1, data.length], data: Float32Array.from(data) });
/**
 * Number of layers and heads of a model, for one type of attention.
 * @returns {any}
 */
const heads = (layers, count, attention = 'decoder') => ({ attention, layers, heads: count, group: 1 });
const token = (id, text) => ({ id, text, probability: 0.5, logit: 1 });
/**
 * Answer of a model about a text with these words: its tokens, and the two next tokens that the question compares.
 * @returns {any}
 */
const answer = (words, asked = [token(7, ' kite'), token(8, ' ball')]) => ({
  text: '',
  tokens: words.map((text, id) => ({ id, text })),
  source: null,
  prediction: asked && { stack: 'decoder', position: 1, token: asked[0], against: asked[1] },
});
const compared = (given) => ({ heads: [heads(2, 4)], answer: answer(['a', 'b']), ...given });

test('the difference is the second less the first, and not known where one is not', () => {
  const { decoder, encoder } = differenceOf(
    { decoder: tensor(1, 2, NaN), encoder: tensor(0) },
    { decoder: tensor(3, NaN, 4), encoder: tensor(-1) },
  );
  expect([...decoder.data]).toEqual([2, NaN, NaN]);
  expect([...encoder.data]).toEqual([-1]);
});

test('the same tokens and question in the same shape can be subtracted; precision, probabilities and groups do not matter', () => {
  const other = answer(['a', 'b'], [{ ...token(7, ' kite'), probability: 0.1 }, token(8, ' ball')]);
  expect(reasonAgainst(compared({}), compared({ answer: other }))).toBeNull();
  expect(isSameShape([heads(2, 4)], [{ ...heads(2, 4), group: 2 }])).toBe(true);
});

test.each([
  ['other tokens', { answer: answer(['a', 'c']) }, 'tokens'],
  ['more tokens', { answer: answer(['a', 'b', 'c']) }, 'tokens'],
  ['another word in question', { answer: answer(['a', 'b'], [token(7, ' dog'), token(8, ' ball')]) }, 'tokens'],
  ['other layers', { heads: [heads(3, 4)] }, 'shapes'],
  ['other heads', { heads: [heads(2, 8)] }, 'shapes'],
  ['another attention', { heads: [heads(2, 4, 'encoder')] }, 'shapes'],
  ['no prediction', { answer: answer(['a', 'b'], null) }, 'prediction'],
])('%s cannot', (_, given, reason) => {
  expect(reasonAgainst(compared({}), compared(given))).toBe(reason);
});

test('pictures differ head by head; the one that differs most is found, whatever the sign', () => {
  const patterns = (...weights) => ({ weights: Float32Array.from(weights), heads: 2, rows: 1, columns: 2 });
  const [one, other] = [patterns(1, 0, 0.5, 0.5), patterns(0.75, 0.25, 0.5, 0.5)];
  expect([...differenceOfPatterns(one, other).weights]).toEqual([-0.25, 0.25, 0, 0]);
  expect(differenceOfPatterns(one, other)).toBe(differenceOfPatterns(one, other));
  expect([...differenceOfPatterns(other, one).weights]).toEqual([0.25, -0.25, 0, 0]);
  const layers = (...each) => new Map(each.map((layer, at) => [`decoder.${at}`, layer]));
  const far = patterns(1, 0, 0, 1);
  expect(mostDifferent(layers(one, one), layers(other, far))).toEqual({ attention: 'decoder', layer: 1, head: 1 });
  expect(mostDifferent(layers(one), layers(one))).toBeNull();
  expect(mostDifferent(layers(one), layers())).toBeNull();
});
