// Each claim of the course that can be measured, measured where the learner sees it: with the shipped model, the sentence and
// the head of the step. tests/browser/course.spec.js has those of the figures.
import { costOf } from 'attention-spotlight';
import { openingState } from '../../dist/course/chapters.js';
import { gradientNormPerToken } from '../../dist/course/figures/recurrence.js';
import { patternOf } from '../../dist/element/model/head-pattern.js';
import { differences } from '../../dist/view/marks/attention-matrix.js';
import { maxAbs } from '../../dist/view/marks/palette.js';
import { engine, sourceOf } from './view-models.mjs';

const languages = ['en', 'zh'];

/** What a step shows when it opens, or after a change. */
const stepOf = (lang, chapter, number, change = {}) => {
  const state = { ...openingState({ chapter, step: number - 1 }, lang), ...change };
  return sourceOf(state.text, { ...state, model: 'default' });
};

const rowsOf = ({ data, shape: [rows, columns] }) =>
  Array.from({ length: rows }, (_, row) => [...data.subarray(row * columns, (row + 1) * columns)]);
const largestOf = (weights) => rowsOf(weights).map((row) => Math.max(...row));
const words = (source) => source.tokens.query.map(({ text }) => text);

/** The token that a token attends to most. */
function attended(source, token) {
  const row = rowsOf(source.weights)[words(source).indexOf(token)];
  return words(source)[row.indexOf(Math.max(...row))];
}

describe.each([
  {
    lang: 'en',
    subject: 'key',
    verb: 'rusty',
    between: [19, 19],
    it: 'it',
    cat: 'cat',
    mat: 'mat',
    tired: ['tired', 'soft'],
  },
  {
    lang: 'zh',
    subject: '小猫',
    verb: '睡着了',
    between: [11, 19],
    it: '它',
    cat: '小猫',
    mat: '垫子',
    tired: ['累了', '很软'],
  },
])('why, weights ($lang)', ({ lang, subject, verb, between, it: pronoun, cat, mat, tired }) => {
  test('so many words stand between the subject and what it is', () => {
    const tokens = words(stepOf(lang, 'why', 1));
    const distance = tokens.indexOf(verb) - tokens.indexOf(subject) - 1;
    expect(distance).toBeGreaterThanOrEqual(between[0]);
    expect(distance).toBeLessThanOrEqual(between[1]);
  });

  test('in a recurrent network every token in between weakens the effect, and almost nothing is left of the first', () => {
    const norms = gradientNormPerToken(words(stepOf(lang, 'why', 1)));
    norms.slice(1).forEach((norm, index) => expect(norm).toBeGreaterThan(norms[index]));
    expect(norms[0]).toBeLessThan(0.001);
  });

  test('the subject attends to the other end of the sentence', () => {
    expect(attended(stepOf(lang, 'why', 2), subject)).toBe(verb);
  });

  test('the pronoun is the query, and attends to the cat, or to the mat when the last word changes', () => {
    const source = stepOf(lang, 'weights', 2);
    expect(words(source)[source.queryIndex({ query: -1 })]).toBe(pronoun);
    expect(attended(source, pronoun)).toBe(cat);
    const { text } = openingState({ chapter: 'weights', step: 1 }, lang);
    expect(attended(stepOf(lang, 'weights', 2, { text: text.replace(...tired) }), pronoun)).toBe(mat);
  });

  test('every row sums to 1', () => {
    for (const row of rowsOf(stepOf(lang, 'weights', 3).weights)) {
      expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
  });
});

describe.each(languages)('the steps of attention (%s)', (lang) => {
  test('attention reads a little in all of them', () => {
    const weights = stepOf(lang, 'query-key-value', 3).weights.data;
    expect(Math.min(...weights)).toBeGreaterThan(0.01);
    expect(Math.max(...weights)).toBeLessThan(0.9);
  });

  test('scores have any size and sign; the causal mask and the softmax do what they say', () => {
    const scores = [...stepOf(lang, 'formula', 1).steps.trace.scores.data];
    expect(Math.min(...scores)).toBeLessThan(-1);
    expect(Math.max(...scores)).toBeGreaterThan(1);
    const { masked, weights } = stepOf(lang, 'formula', 3).steps.trace;
    rowsOf(masked).forEach((row, query) => row.forEach((score, key) => expect(score === -Infinity).toBe(key > query)));
    rowsOf(weights).forEach((row, query) => row.forEach((weight, key) => expect(weight === 0).toBe(key > query)));
  });

  test('without the division scores are √d times as large, and the largest weight of each row grows', () => {
    const [divided, not] = [{}, { scaling: false }].map((change) => stepOf(lang, 'scale', 1, change));
    const d = not.steps.trace.query.shape[1];
    not.steps.trace.scaled.data.forEach((score, index) =>
      expect(score).toBeCloseTo(divided.steps.trace.scaled.data[index] * Math.sqrt(d), 3),
    );
    largestOf(not.weights).forEach((weight, row) => expect(weight).toBeGreaterThan(largestOf(divided.weights)[row]));
  });

  test('a high temperature makes the weights of a row more even, a low one concentrates them', () => {
    const [low, one, high, higher] = [0.5, 1, 2, 5].map((temperature) =>
      largestOf(stepOf(lang, 'scale', 3, { temperature }).weights),
    );
    one.forEach((weight, row) => {
      expect(low[row]).toBeGreaterThan(weight);
      expect(high[row]).toBeLessThan(weight);
      expect(higher[row]).toBeLessThan(high[row]);
    });
  });

  test('padding masks whole columns; a masked pair leaves its weight to others', () => {
    const padded = rowsOf(stepOf(lang, 'masks', 2, { padding: 1 }).weights);
    for (const row of padded) expect(row.at(-1)).toBe(0);
    const tokens = words(stepOf(lang, 'masks', 3));
    const [row, column] = [tokens.indexOf(lang === 'en' ? 'it' : '它'), tokens.indexOf(lang === 'en' ? 'cat' : '小猫')];
    const weights = rowsOf(stepOf(lang, 'masks', 3, { mask: [[row, column]] }).weights)[row];
    expect(weights[column]).toBe(0);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  });
});

describe.each(languages)('heads (%s)', (lang) => {
  test('some heads are supervised; of the others some follow a simple pattern and some do not', () => {
    const heads = stepOf(lang, 'heads', 1).heads.filter(({ attention }) => attention === 'encoder');
    const others = heads.filter(({ role }) => role === null);
    expect(others.length).toBeLessThan(heads.length);
    const patterns = others.filter((head) => patternOf(head, lang) !== null);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.length).toBeLessThan(others.length);
  });

  test('the selected head is in layer 1 and attends to the previous token', () => {
    const source = stepOf(lang, 'heads', 3);
    expect(source.headRef.layer).toBe(0);
    rowsOf(source.weights)
      .slice(1)
      .forEach((row, previous) => expect(row.indexOf(Math.max(...row))).toBe(previous));
  });

  test('without it the other heads of its layer stay, and all heads above change, some more than others', () => {
    const { headRef } = stepOf(lang, 'heads', 3);
    const { attention, layer, head } = headRef;
    const { allHeads, allHeadsBaseline } = stepOf(lang, 'heads', 3, { ablate: [{ attention, layer, head }] });
    const changes = allHeads.layers.map((weights, index) => {
      const size = weights.data.length / 4;
      const change = differences(weights, allHeadsBaseline.layers[index]);
      return Array.from({ length: 4 }, (_, each) => maxAbs(change.subarray(each * size, (each + 1) * size)));
    });
    expect(changes[0].filter((_, each) => each !== head)).toEqual([0, 0, 0]);
    const above = changes.slice(1).flat();
    expect(Math.min(...above)).toBeGreaterThan(0.02); // visible
    expect(Math.max(...above)).toBeGreaterThan(2 * Math.min(...above));
  });

  test('in the decoder each token attends to itself and to those before it; cross-attention aligns', () => {
    const decoder = stepOf(lang, 'attention-types', 2);
    rowsOf(decoder.weights).forEach((row, query) =>
      row.forEach((weight, key) => key > query && expect(weight).toBe(0)),
    );
    expect(decoder.nextTokenCandidates(0)).toHaveLength(5);
    expect(stepOf(lang, 'attention-types', 3).description.role).toBe('alignment');
  });

  test('the head of the prediction is not supervised, and its largest weights grow without √d', () => {
    const source = stepOf(lang, 'exercises', 3);
    expect(source.description.role).toBeNull();
    const mean = (weights) => largestOf(weights).reduce((sum, weight) => sum + weight, 0) / weights.shape[0];
    const not = stepOf(lang, 'exercises', 3, { scaling: false });
    expect(mean(not.weights)).toBeGreaterThan(mean(source.weights) + 0.005);
  });
});

test('the variance of random scores is about d, divided by √d about 1, and the largest weight approaches 1', () => {
  const measure = (headDim, scaled) => engine.saturation({ headDim, keys: 64, queries: 128, scaled });
  for (const d of [64, 1024]) {
    expect(measure(d, false).scoreVariance / d).toBeCloseTo(1, 0);
    expect(measure(d, true).scoreVariance).toBeCloseTo(1, 0);
  }
  const largest = [1, 16, 64, 256, 1024].map((d) => measure(d, false).largestWeight);
  largest.slice(1).forEach((weight, index) => expect(weight).toBeGreaterThan(largest[index]));
  const gradient = (d) => measure(d, false).gradientNorm / measure(d, true).gradientNorm;
  expect(Math.abs(gradient(64) - 1)).toBeLessThan(0.1);
  expect(gradient(1024)).toBeLessThan(0.5);
});

test('100,000 tokens have 10¹⁰ weights, 40 GB for one head; the cost of linear attention grows with n', () => {
  const bytes = costOf({ queries: 100_000, headDim: 64, materialized: true }).steps.softmax.bytes;
  expect(bytes).toBe(40e9);
  const linear = (queries) => costOf({ queries, headDim: 64, variant: { kind: 'linear' } }).total.multiplyAdds;
  expect(linear(20_000) / linear(10_000)).toBeCloseTo(2, 1);
  const full = (queries) => costOf({ queries, headDim: 64 }).total.multiplyAdds;
  expect(full(20_000) / full(10_000)).toBeCloseTo(4, 1);
});
