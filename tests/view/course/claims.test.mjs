// Claims of the course about the model and about mathematics that do not depend on the user's text, verified with the
// default model on the sentences of the steps. tasks.test.mjs tests numbers that depend on the text, and
// tests/browser/course-figures.spec.js tests figures.
import { costOf } from 'attention-spotlight';
import { patternOf } from '../../../web/element/source/head-pattern.js';
import { CHAPTER_IDS } from '../../../web/course/chapters/index.js';
import { PLACES, stepAt, writePlace } from '../../../web/course/place.js';
import { courseIn, messagesIn } from '../locales/texts.mjs';
import { indexOfWord } from '../../../web/course/words.js';
import { engine } from '../view-models.mjs';
import { attended, languages, outcomeOf, shown, sum } from './states.mjs';

describe.each(languages)('the model, in %s', (lang) => {
  const [it, cat, mat] = lang === 'en' ? ['it', 'cat', 'mat'] : ['它', '猫', '椅子'];

  test('“it” attends to the cat, and to the mat when the last word changes', () => {
    expect(attended(shown(lang, 'it.1'), it)).toBe(cat);
    const text = lang === 'en' ? 'The cat sat on the mat because it was soft' : '猫坐在椅子上，因为它很软';
    expect(attended(shown(lang, 'it.2', { text }), it)).toBe(mat);
  });

  test('the word that changes the meaning of “it” is named as the first page names it', () => {
    expect(courseIn[lang].chapters.it.steps[1].task).toContain(messagesIn[lang].opening.words[1]);
  });

  test('many words separate the subject from the end of the sentence', () => {
    const { facts } = outcomeOf(lang, 'it.3', { query: indexOfWord(shown(lang, 'it.3').queries, 'key') });
    expect(Number(facts.between)).toBeGreaterThan(10);
  });

  test('a step that asks to select a token starts with another one selected', () => {
    for (const [place, word] of [
      ['it.1', 'cat'],
      ['it.3', 'key'],
      ['heads.2', 'mat'],
      ['masks.2', 'it'],
    ])
      expect(shown(lang, place).query).not.toBe(indexOfWord(shown(lang, place).queries, word));
  });

  test('the first steps open with an arc that their text explains', () => {
    const [old, table] = lang === 'en' ? ['old', 'table'] : ['旧', '桌子'];
    const [first, third] = [shown(lang, 'it.1'), shown(lang, 'it.3')];
    expect(first.queries[first.query]).toBe(it);
    expect(first.ranking(first.query)[0]).toMatchObject({ word: cat, weight: expect.closeTo(0.9, 1) });
    const [token, ...translated] = lang === 'en' ? ['了', 'was', 'tired'] : ['was', '累了'];
    const cross = shown(lang, 'cross.2');
    expect(cross.queries[cross.query]).toBe(token);
    const attendedTokens = cross.ranking(cross.query).filter(({ weight }) => weight > 0.15);
    expect(new Set(attendedTokens.map(({ word }) => word))).toEqual(new Set(translated));
    expect(third.queries[third.query]).toBe(old);
    expect(attended(third, old)).toBe(table);
  });

  test('before the chapter on multiple heads, all steps show the same head, except for the distant word and the translation', () => {
    const others = ['it.3', 'masks.2'];
    const chapters = CHAPTER_IDS.slice(0, CHAPTER_IDS.indexOf('heads'));
    for (const place of PLACES.filter(({ chapter }) => chapters.includes(chapter))) {
      const name = writePlace(place);
      if (stepAt(place).alone || others.includes(name)) continue;
      expect([name, shown(lang, name).source.description.role]).toEqual([name, 'antecedent']);
    }
  });

  test('the question names the probability of the token after “it” in the translation', () => {
    const each = shown(lang, 'masks.2');
    const [first] = each.source.nextTokenCandidates(indexOfWord(each.queries, 'it'));
    expect(first.text).toBe(lang === 'en' ? '累' : 'was');
    expect(courseIn[lang].chapters.masks.steps[1].predict.question).toContain(first.text);
  });

  test('the translations shown in the course are right', () => {
    const [, ...tokens] = shown(lang, 'cross.2', { attention: 'cross' }).queries;
    expect(tokens.join(lang === 'en' ? '' : ' ')).toBe(
      lang === 'en' ? '猫坐在垫子上，因为它累了。' : 'The cat sat on the chair because it was tired .',
    );
  });

  test('every row sums to 1', () => {
    const each = shown(lang, 'weighted-average.2');
    each.queries.forEach((_, row) => expect(sum(each.weightsOf(row))).toBeCloseTo(1, 5));
  });

  test('scores vary in size and sign', () => {
    const { data } = shown(lang, 'scores.3').source.steps.trace.scores;
    expect(Math.min(...data)).toBeLessThan(-1);
    expect(Math.max(...data)).toBeGreaterThan(1);
  });

  test('a query that is twice as large has scores that are twice as large', () => {
    const { query, key, value } = shown(lang, 'scores.3').source.steps.trace;
    const scoresOf = (q) => engine.traceAttention(...[q, key, value].map(batched)).scores.data;
    const batched = ({ data, shape }) => ({ data, shape: [1, 1, ...shape] });
    const doubled = { ...query, data: query.data.map((each) => 2 * each) };
    scoresOf(doubled).forEach((score, at) => expect(score).toBeCloseTo(2 * scoresOf(query)[at], 4));
  });

  test('a high temperature flattens the rows, a low one sharpens them', () => {
    const [low, one, high] = [0.5, 1, 2].map(
      (temperature) => shown(lang, 'softmax.2', { temperature }).meanLargestWeight,
    );
    expect(low).toBeGreaterThan(one);
    expect(high).toBeLessThan(one);
  });

  test('with the causal mask and padding, weights are exactly 0, and rows still sum to 1', () => {
    const causal = shown(lang, 'masks.1', { causal: true });
    causal.queries.forEach((_, row) => {
      causal.weightsOf(row).forEach((weight, key) => expect(weight === 0).toBe(key > row));
      expect(sum(causal.weightsOf(row))).toBeCloseTo(1, 5);
    });
    const padded = shown(lang, 'masks.3', { padding: 1 });
    padded.queries.forEach((_, row) => expect(padded.weightsOf(row).at(-1)).toBe(0));
  });

  test('the question on the number of supervised heads names the total', () => {
    const heads = shown(lang, 'heads.1').source.heads.filter(({ attention }) => attention === 'encoder');
    const { question, answers } = courseIn[lang].chapters.heads.steps[0].predict;
    expect(question).toMatch(new RegExp(`\\D${heads.length}\\D`));
    expect(answers).toContain(String(heads.length));
  });

  test('among the unsupervised heads, some follow a simple pattern and some do not', () => {
    const others = shown(lang, 'heads.1').source.heads.filter(
      ({ attention, role }) => attention === 'encoder' && role === null,
    );
    const patterns = others.filter((head) => patternOf(head, lang) !== null);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.length).toBeLessThan(others.length);
  });

  test('attention patterns have the same names as in the head grid', () => {
    const { measures } = messagesIn[lang];
    const nameOf = (pattern) => measures[pattern].what.replace(/^the /, '');
    const { heads, learning } = courseIn[lang].chapters;
    expect(heads.steps[0].saw).toContain(nameOf('next'));
    expect(heads.steps[2].text.join()).toContain(nameOf('previous'));
    expect(learning.steps[1].text.join()).toContain(nameOf('previous'));
  });

  test('the ablated head is in layer 1 and attends to the previous token', () => {
    const each = shown(lang, 'heads.3');
    expect(each.source.headRef.layer).toBe(0);
    each.queries.slice(1).forEach((_, previous) => expect(each.ranking(previous + 1)[0].key).toBe(previous));
  });

  test('the cross-attention head was supervised to align', () => {
    expect(shown(lang, 'cross.2').source.description.role).toBe('alignment');
  });
});

test('the variance of random scores is about d, after division by √d about 1, and the largest weight approaches 1', () => {
  const measure = (headDim, scaled) => engine.saturation({ headDim, keys: 64, queries: 128, scaled });
  for (const d of [64, 1024]) {
    expect(measure(d, false).scoreVariance / d).toBeCloseTo(1, 0);
    expect(measure(d, true).scoreVariance).toBeCloseTo(1, 0);
  }
  const largest = [1, 16, 64, 256, 1024].map((d) => measure(d, false).largestWeight);
  largest.slice(1).forEach((weight, index) => expect(weight).toBeGreaterThan(largest[index]));
  const gradient = (d) => measure(d, false).gradientNorm / measure(d, true).gradientNorm;
  expect(gradient(1024)).toBeLessThan(0.5);
});

test('100,000 tokens have 10¹⁰ weights, 40 GB per head; n²·d for scores and output, n·d² for the projections', () => {
  const bytes = costOf({ queries: 100_000, headDim: 64, materialized: true }).steps.softmax.bytes;
  expect(bytes).toBe(40e9);
  const multiplyAdds = (queries, options = {}) => costOf({ queries, headDim: 64, ...options }).total.multiplyAdds;
  expect(multiplyAdds(1000)).toBe(2 * 1000 ** 2 * 64);
  expect(multiplyAdds(1000, { embedDim: 64 }) - multiplyAdds(1000)).toBe(4 * 1000 * 64 ** 2);
  const linear = (queries) => multiplyAdds(queries, { variant: { kind: 'linear' } });
  expect(linear(20_000) / linear(10_000)).toBeCloseTo(2, 1);
});
