// Effects of a head's attention on the model's outputs, measured with the default model, with and without the head.
import { consequenceOf } from '../../web/element/source/consequence.js';
import { sourceOf } from './view-models.mjs';

const TIRED = 'The cat sat on the mat because it was tired';
const rowOf = ({ data, shape }, row) => [...data.subarray(row * shape[1], (row + 1) * shape[1])];
const cosine = (a, b) => {
  const dot = (x, y) => x.reduce((sum, value, at) => sum + value * y[at], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

test('similarities are the cosines between input and output vectors of the layer', () => {
  const source = sourceOf(TIRED, { model: 'default', layer: 3, head: 0 });
  const { similarities } = consequenceOf(source, 7);
  expect(similarities.map(({ token }) => token)).toEqual([1, 5]);
  const before = source.run.layer('encoder', 3).queryInput;
  const after = source.run.layer('cross', 0).keyInput;
  for (const similarity of similarities) {
    expect(similarity.before).toBeCloseTo(cosine(rowOf(before, 7), rowOf(before, similarity.token)), 5);
    expect(similarity.after).toBeCloseTo(cosine(rowOf(after, 7), rowOf(after, similarity.token)), 5);
    expect(similarity.withoutHead).not.toBeCloseTo(similarity.after, 3);
  }
});

test('a head named by its role works too', () => {
  const source = sourceOf(TIRED, { model: 'default', head: 'antecedent' });
  expect(consequenceOf(source, 7).similarities).toHaveLength(2);
});

test('in a lower layer the output vectors are the inputs of the next layer', () => {
  const source = sourceOf(TIRED, { model: 'default', layer: 1, head: 0 });
  const { similarities } = consequenceOf(source, 7);
  expect(similarities.length).toBeGreaterThan(0);
  const after = source.run.layer('encoder', 2).queryInput;
  for (const { token, after: similarity } of similarities) {
    expect(similarity).toBeCloseTo(cosine(rowOf(after, 7), rowOf(after, token)), 5);
  }
});

test('the translations are those of the model with and without the head', () => {
  const cross = { attention: 'cross', layer: 1, head: 2 };
  const { written, writtenWithoutHead, similarities } = consequenceOf(
    sourceOf(TIRED, { model: 'default', ...cross }),
    2,
  );
  expect(written).toBe(sourceOf(TIRED, { model: 'default' }).run.decode().text);
  const ablated = sourceOf(TIRED, { model: 'default', ablate: [cross] });
  expect(writtenWithoutHead).toBe(ablated.run.decode().text);
  expect(writtenWithoutHead).not.toBe(written);
  expect(similarities).toEqual([]);
});

test('an ablated head and meaningless weights have no effect to show', () => {
  const head = { attention: 'encoder', layer: 3, head: 0 };
  expect(consequenceOf(sourceOf(TIRED, { model: 'default', ...head, ablate: [head] }), 7)).toBeNull();
  expect(consequenceOf(sourceOf(TIRED, { model: 'untrained' }), 7)).toBeNull();
});
